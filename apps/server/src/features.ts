import { accountInfo } from './features/account-info/account-info.feature.ts';
import { accounts } from './features/accounts/accounts.feature.ts';
import { appointments } from './features/appointments/appointments.feature.ts';
import { audit } from './features/audit/audit.feature.ts';
import { autopay } from './features/autopay/autopay.feature.ts';
import { billingSystem } from './features/billing-system/billing-system.feature.ts';
import { calendarFeed } from './features/calendar-feed/calendar-feed.feature.ts';
import { chargeNotices } from './features/charge-notices/charge-notices.feature.ts';
import { chargingPause } from './features/charging-pause/charging-pause.feature.ts';
import { consents } from './features/consents/consents.feature.ts';
import type { Feature } from './features/feature.ts';
import { giftCard } from './features/gift-card/gift-card.feature.ts';
import { heroDiscount } from './features/hero-discount/hero-discount.feature.ts';
import { home } from './features/home/home.feature.ts';
import { invoices } from './features/invoices/invoices.feature.ts';
import { login } from './features/login/login.feature.ts';
import { metrics } from './features/metrics/metrics.feature.ts';
import { paperless } from './features/paperless/paperless.feature.ts';
import { paymentMethods } from './features/payment-methods/payment-methods.feature.ts';
import { payments } from './features/payments/payments.feature.ts';
import { plannedPayments } from './features/planned-payments/planned-payments.feature.ts';
import { receipts } from './features/receipts/receipts.feature.ts';
import { reconciliation } from './features/reconciliation/reconciliation.feature.ts';
import { refunds } from './features/refunds/refunds.feature.ts';
import { retention } from './features/retention/retention.feature.ts';
import { sessions } from './features/sessions/sessions.feature.ts';
import { texts } from './features/texts/texts.feature.ts';
import type { Tags } from './platform/http/openapi-document.ts';

/** Every feature that brings something to a server, from the lowest floor up: each uses only those before it. */
export const features: readonly Feature[] = [
  consents,
  sessions,
  accounts,
  metrics,
  audit,
  paymentMethods,
  reconciliation,
  receipts,
  plannedPayments,
  autopay,
  payments,
  refunds,
  chargeNotices,
  chargingPause,
  login,
  accountInfo,
  texts,
  appointments,
  giftCard,
  heroDiscount,
  invoices,
  calendarFeed,
  billingSystem,
  home,
  paperless,
  retention,
];

/** Every mail that the portal sends, by its template name in the outbox. */
export const mailTemplates = Object.assign({}, ...features.map(({ mails }) => mails)) as NonNullable<
  Feature['mails']
>;

/** What the calls of each feature are for. */
export const tags: Tags = Object.assign({}, ...features.map((feature) => feature.tags));
