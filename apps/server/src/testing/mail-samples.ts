import { noticeParts } from '../features/account-info/notice.rules.ts';
import { mailTemplates } from '../features.ts';

/** What any of the mails needs. */
export const mailPayload = {
  url: 'https://my.provider.example/myaccount/schedule/token',
  startsAt: '2026-12-03T15:00:00Z',
  endsAt: '2026-12-03T17:00:00Z',
  technicianName: 'Kim',
  secret: 'token',
  parts: noticeParts,
  changedAt: '2026-11-24T17:00:00Z',
  sentAt: '2026-11-24T17:00:00Z',
  minutes: 5,
  at: '2026-11-24T17:00:00Z',
  opensAt: '2026-11-25T17:00:00Z',
  expiresAt: '2026-12-02T17:00:00Z',
  accountEnding: '4711',
  cardType: 'ACH',
  lastFour: '6789',
  expiresOn: '2026-11-30',
  amountCents: 108_499,
  amountDueCents: 108_499,
  openCents: 108_499,
  totalCents: 108_499,
  day: '2026-11-24',
  dueOn: '2026-12-01',
  periodStart: '2026-11-05',
  periodEnd: '2026-12-04',
  reason: null,
  reference: '73921048',
  paymentId: '01937f6e-0000-7000-8000-000000000001',
  invoiceId: '01937f6e-0000-7000-8000-000000000002',
};

/** Codes are typed, and a warning that asks for a click looks like a fraud. */
export const withoutLink = [
  'login-code',
  'login-fresh',
  'login-proof',
  'login-change-stopped',
  'login-change-completed',
  'account-changed',
];

/** Their links have a token, which says what they are about. */
const withToken = ['login-link', 'login-change-', 'appointment-', 'technician-'];

/** The mails whose link leads to a page of an account (SHELL-15). */
export const mailsWithPage = Object.keys(mailTemplates).filter(
  (name) => !withoutLink.includes(name) && !withToken.some((start) => name.startsWith(start)),
);
