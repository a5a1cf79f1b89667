import { basePath } from '@myaccount/contract/endpoint';
import { applyForHeroDiscount } from '@myaccount/contract/hero-discount';
import type { Eligibility } from '../../gateways/eligibility/eligibility.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import { badField, Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import type { SettingsReader } from '../../platform/settings.ts';
import type { Feature, ServingPortal } from '../feature.ts';
import { windowLimit } from '../window-limit.ts';
import { beginApplication } from './application.service.ts';
import { heroDiscountMails } from './hero-discount.email.ts';
import { heroDiscountJobs } from './hero-discount.job.ts';
import { recordVerification } from './verification.service.ts';

/** Reads what only this feature needs. */
const settings = (read: SettingsReader) => ({
  /** Applications for the Hero Discount: each is a call to the eligibility service. */
  heroApplicationsPerLogin: read.whole('HERO_APPLICATIONS_PER_LOGIN', 20, 1, 1_000_000),
});

declare module '../../platform/platform-settings.ts' {
  interface Config extends Readonly<ReturnType<typeof settings>> {}
}

/** Registers API-22 and, where the service is set up, the callback that confirms an application. */
function registerHeroDiscountRoutes(endpoints: Endpoints, portal: ServingPortal): void {
  const applications = windowLimit(portal, 'hero-applications-login', portal.config.heroApplicationsPerLogin);
  endpoints.signedIn(applyForHeroDiscount, (call) => beginApplication(portal, applications, call));
  const { eligibility } = portal;
  if (eligibility) registerHook(endpoints.server, portal, eligibility);
}

/** The callback is the source of truth (HERO-2). Its key is checked before its body is read. */
function registerHook(server: Endpoints['server'], portal: Portal, eligibility: Eligibility): void {
  server.post(`${basePath}/hooks/verify-pass`, {
    onRequest: async (request) => {
      if (!eligibility.isSigned(request.headers)) throw new Refusal('request.unauthorized');
    },
    handler: async (request) => {
      const verifications = eligibility.readCallback(request.body);
      if (!verifications) throw badField('data', 'invalid');
      for (const verification of verifications) await recordVerification(portal, verification, request.id);
      return { received: verifications.length };
    },
  });
}

/** The Hero Discount. */
export const heroDiscount: Feature = {
  tags: { 'hero-discount': 'The discount for teachers, military, veterans, and first responders.' },
  settings,
  routes: registerHeroDiscountRoutes,
  jobs: heroDiscountJobs,
  mails: heroDiscountMails,
};
