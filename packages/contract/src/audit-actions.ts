/**
 * Every action of the audit trail: `shown` ones are in the customer's history of changes, with a text
 * `sessions.changes.action.…` of the web; `hidden` ones are steps on the way to another, or sign-ins.
 */
const auditActions = {
  'account-info.address-changed': 'shown',
  'account-info.email-changed': 'shown',
  'account-info.phone-changed': 'shown',
  'account-info.pin-changed': 'shown',
  'account-info.pin-refused': 'shown',
  'account-info.pin-verified': 'shown',
  'account-info.preference-changed': 'shown',
  'account-info.sign-in-changed': 'shown',
  'account-info.waiting-email-cancelled': 'shown',
  'account-info.waiting-email-changed': 'shown',
  'appointments.links-ended': 'hidden',
  'appointments.links-made': 'hidden',
  'appointments.made': 'shown',
  'appointments.moved': 'shown',
  'appointments.progressed': 'hidden',
  'appointments.refused': 'hidden',
  'appointments.requested': 'hidden',
  'autopay.failed': 'shown',
  'autopay.off': 'shown',
  'autopay.on': 'shown',
  'autopay.stopped': 'shown',
  'charge-notices.confirmed': 'shown',
  'charge-notices.stopped': 'shown',
  'gift-card.registered': 'shown',
  'hero-discount.applied': 'shown',
  'hero-discount.requested': 'shown',
  'hero-discount.seen': 'hidden',
  'import.account-changed': 'shown',
  'import.invoice-corrected': 'shown',
  'import.payment-changed': 'shown',
  'invoices.voided': 'shown',
  'login.change-requested': 'shown',
  'login.change-stopped': 'shown',
  'login.code-refused': 'hidden',
  'login.code-requested': 'hidden',
  'login.confirmed': 'hidden',
  'login.failed': 'hidden',
  'login.link-sent': 'hidden',
  'login.succeeded': 'hidden',
  'login.unlocked': 'shown',
  'paperless.changed': 'shown',
  'payment-methods.added': 'shown',
  'payment-methods.adding': 'hidden',
  'payment-methods.made-default': 'shown',
  'payment-methods.removed': 'shown',
  'payments.cancelled': 'shown',
  'payments.failed': 'shown',
  'payments.made': 'shown',
  'payments.pending': 'shown',
  'payments.plan-changed': 'shown',
  'payments.planned': 'shown',
  'payments.refund-refused': 'hidden',
  'payments.refund-requested': 'hidden',
  'payments.refunded': 'shown',
  'payments.returned': 'shown',
  'payments.seen': 'hidden',
  'payments.submitted': 'hidden',
  'payments.unknown': 'hidden',
  'sessions.ended': 'shown',
  'texts.resumed': 'shown',
  'texts.stopped': 'shown',
} as const;

/** What an entry of the audit trail is about: feature and verb. */
export type AuditAction = keyof typeof auditActions;

type Actions = typeof auditActions;
/** An action that the history of changes shows. */
export type ShownAction = { [A in AuditAction]: Actions[A] extends 'shown' ? A : never }[AuditAction];

/** The actions that the history of changes shows. */
export const shownActions = Object.entries(auditActions).flatMap(([action, place]) =>
  place === 'shown' ? [action as ShownAction] : [],
);
