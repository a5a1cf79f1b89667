import { appointmentsScenes } from './appointments.scenes.ts';
import { autopayScenes } from './autopay.scenes.ts';
import { chargeNoticesScenes } from './charge-notices.scenes.ts';
import { giftCardScenes } from './gift-card.scenes.ts';
import { heroDiscountScenes } from './hero-discount.scenes.ts';
import { homeScenes } from './home.scenes.ts';
import { invoicesScenes } from './invoices.scenes.ts';
import { loginScenes } from './login.scenes.ts';
import { loginChangeScenes } from './login-change.scenes.ts';
import { metricsScenes } from './metrics.scenes.ts';
import { paperlessScenes } from './paperless.scenes.ts';
import { paymentMethodsScenes } from './payment-methods.scenes.ts';
import { paymentsScenes } from './payments.scenes.ts';
import { plannedPaymentsScenes } from './planned-payments.scenes.ts';
import { profileScenes } from './profile.scenes.ts';
import { receiptsScenes } from './receipts.scenes.ts';
import type { Scene } from './scene.ts';
import { settingsScenes } from './settings.scenes.ts';
import { shellScenes } from './shell.scenes.ts';

/** Every screen in every state, in the order of the gallery. */
export const scenes: readonly Scene[] = [
  ...loginScenes,
  ...homeScenes,
  ...invoicesScenes,
  ...autopayScenes,
  ...paperlessScenes,
  ...heroDiscountScenes,
  ...paymentsScenes,
  ...plannedPaymentsScenes,
  ...receiptsScenes,
  ...paymentMethodsScenes,
  ...giftCardScenes,
  ...profileScenes,
  ...settingsScenes,
  ...appointmentsScenes,
  ...chargeNoticesScenes,
  ...loginChangeScenes,
  ...metricsScenes,
  ...shellScenes,
];

/** The personas of the scenes, each once. */
export const scenePersonas: readonly string[] = [
  ...new Set(scenes.flatMap(({ email }) => (email ? [email] : []))),
];
