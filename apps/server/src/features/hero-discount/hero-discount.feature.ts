import type { SettingsReader } from '../../platform/settings.ts';
import type { Feature } from '../feature.ts';
import { heroDiscountMails } from './hero-discount.email.ts';
import { heroDiscountJobs } from './hero-discount.job.ts';
import { registerHeroDiscountRoutes } from './hero-discount.routes.ts';

/** Reads what only this feature needs. */
const settings = (read: SettingsReader) => ({
  /** Applications for the Hero Discount: each is a call to the eligibility service. */
  heroApplicationsPerLogin: read.whole('HERO_APPLICATIONS_PER_LOGIN', 20, 1, 1_000_000),
});

declare module '../../platform/platform-settings.ts' {
  interface Config extends Readonly<ReturnType<typeof settings>> {}
}

/** The Hero Discount. */
export const heroDiscount: Feature = {
  tags: { 'hero-discount': 'The discount for teachers, military, veterans, and first responders.' },
  settings,
  routes: registerHeroDiscountRoutes,
  jobs: heroDiscountJobs,
  mails: heroDiscountMails,
};
