import type { Language } from '@myaccount/contract/languages';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import type { Trx } from '../../platform/database/connect.ts';
import type { BuiltAccount } from '../../testing/builders/account.ts';
import { buildVisit } from '../../testing/builders/appointment.ts';
import { buildLogin } from '../../testing/builders/login.ts';
import { buildPayment } from '../../testing/builders/payment.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { changeRows, readRows } from '../../testing/rows.ts';
import { queueNotice } from '../account-info/notice.service.ts';
import { announceKept } from '../appointments/announce.service.ts';
import { queueAutopayMail } from '../autopay/autopay-mail.service.ts';
import { beginDiscount } from '../hero-discount/apply-discount.service.ts';
import { billMail } from '../invoices/bill-mail.repository.ts';
import { queueMethodMail } from '../payment-methods/method-mail.service.ts';
import { getPayment } from '../payment-state/payment.repository.ts';
import { queuePaymentMail } from '../payment-state/payment-mail.service.ts';
import { queueNotificationMail } from '../texts/notification-mail.service.ts';

// Who gets mail, as docs/decisions/17-mail.md has it: every kind of mail, with each contact, primary logins, and actor.

const portal = forFile(() => startTestPortal());
const contact = 'Office@example.com';

interface MailCase {
  readonly hasContact: boolean;
  readonly primaries: readonly string[];
  /** The login that acts or paid; null for autopay and jobs. */
  readonly actor: string | null;
}
interface Scene {
  readonly account: BuiltAccount;
  readonly accountId: string;
  readonly loginId: string | null;
  readonly trx: Trx;
  readonly portal: TestPortal['portal'];
}

const at = new Date('2026-11-24T17:00:00Z');
const later = new Date('2026-11-30T17:00:00Z');
const mail = { correlationId: null };
const contactOrPrimaries = ({ hasContact, primaries }: MailCase) => (hasContact ? [contact] : primaries);
const withActor = (given: MailCase, others: readonly string[]) => [
  ...new Set([...others, ...(given.actor ? [given.actor] : [])]),
];
const visit = { startsAt: later, endsAt: later, at, uselessAfter: later, ...mail };

/** How each kind of mail is queued, and whom it goes to. */
const kinds: Readonly<
  Record<string, [(scene: Scene) => Promise<unknown>, (given: MailCase) => readonly string[]]>
> = {
  'a payment': [
    async ({ trx, portal, accountId, loginId }) => {
      const { id } = await buildPayment(
        trx,
        { id: accountId },
        { login_id: loginId, is_recurring: !loginId },
      );
      const payment = await getPayment(trx, { accountId, id });
      const event = { template: 'payment-made', payment, day: '2026-11-24', amountDueCents: null } as const;
      return await queuePaymentMail(trx, portal, { ...event, ...mail });
    },
    (given) => (given.actor ? [given.actor] : contactOrPrimaries(given)),
  ],
  'a saved method': [
    ({ trx, portal, accountId, loginId }) => {
      const method = { id: uuidv7(), cardType: 'VISA', lastFour: '4242', expiresOn: null } as const;
      return queueMethodMail(trx, portal, { event: 'added', accountId, method, loginId, ...mail });
    },
    (given) => withActor(given, contactOrPrimaries(given)),
  ],
  'a change': [
    ({ trx, portal, accountId, loginId }) =>
      queueNotice(trx, portal, { accountId, loginId, parts: ['phone'], client: mail, at }),
    (given) => withActor(given, [...(given.hasContact ? [contact] : []), ...given.primaries]),
  ],
  autopay: [
    ({ trx, portal, accountId }) =>
      queueAutopayMail(trx, portal, { name: 'autopay-off', accountId, event: uuidv7(), payload: method }),
    contactOrPrimaries,
  ],
  'a bill': [
    async ({ trx, accountId }) => {
      await changeRows(trx, 'account', { id: accountId }, { bill_type: 'EMAIL' });
      await billMail(accountId, { ...bill, invoiceId: uuidv7() }, at).execute(trx);
    },
    contactOrPrimaries,
  ],
  'a visit': [
    ({ trx, portal, accountId }) =>
      queueNotificationMail(trx, portal, {
        accountId,
        kind: 'appointment-made',
        eventKey: uuidv7(),
        values: { startsAt: later.toISOString(), endsAt: later.toISOString() },
        uselessAfter: later,
        ...mail,
      }),
    contactOrPrimaries,
  ],
  'a visit that stays': [
    async ({ trx, portal, account, accountId }) => {
      const { id: appointmentId } = await buildVisit(portal, account);
      await announceKept(trx, portal, { ...visit, visit: { accountId, appointmentId }, event: 'kept' });
    },
    contactOrPrimaries,
  ],
  'a discount': [
    ({ trx, portal, accountId }) =>
      beginDiscount(trx, portal, { account: { accountId }, eventId: uuidv7(), actor: 'system', at, ...mail }),
    contactOrPrimaries,
  ],
};
const method = { cardType: 'VISA', lastFour: '4242' } as const;
const bill = {
  accountEnding: '1234',
  openCents: 1,
  dueOn: '2026-11-30',
  periodStart: '2026-11-01',
  periodEnd: '2026-11-30',
  totalCents: 1,
  pastDueCents: 0,
};

const actors = ['nobody', 'a member', 'a primary'] as const;
const givens = Object.keys(kinds).flatMap((kind) =>
  [true, false].flatMap((hasContact) =>
    [0, 1, 2].flatMap((primaries) =>
      actors
        .filter((actor) => actor !== 'a primary' || primaries > 0)
        .map((actor) => [kind, hasContact ? 'a contact' : 'no contact', primaries, actor] as const),
    ),
  ),
);

test.each(givens)('[MAIL-1] %s: %s, %i primary logins, %s acts', async (kind, contactText, count, actor) => {
  const hasContact = contactText === 'a contact';
  const member = await buildLogin(portal.db, { role: 'member' });
  const { account } = member;
  const customer: { email_address: string | null; language: Language } = {
    email_address: hasContact ? contact : null,
    language: 'es',
  };
  await changeRows(portal.db, 'customer', { customer_number: account.customerNumber }, customer);
  const primaries = [];
  for (let index = 0; index < count; index += 1) primaries.push(await buildLogin(portal.db, { account }));
  const english = primaries[1];
  if (english) await changeRows(portal.db, 'login', { id: english.loginId }, { language: 'en' });
  const acting = { nobody: undefined, 'a member': member, 'a primary': primaries[0] }[actor];
  const [queue, expected] = kinds[kind] ?? [];
  await portal.db.transaction().execute(async (trx) => {
    const loginId = acting?.loginId ?? null;
    await queue?.({ trx, portal: portal.portal, account, accountId: account.id, loginId });
  });
  const given = {
    hasContact,
    primaries: primaries.map(({ emailAddress }) => emailAddress),
    actor: acting?.emailAddress ?? null,
  };
  const rows = await readRows(portal.db, 'outbox', { account_id: account.id });
  const languageOf = (address: string) => (address === english?.emailAddress ? 'en' : 'es');
  expect(rows.map(({ recipient, language }) => [recipient, language]).toSorted()).toEqual(
    expected?.(given)
      .map((address) => [address, languageOf(address)])
      .toSorted(),
  );
});

test('[MAIL-1] two roles with one address get one mail, in the language of the customer', async () => {
  const { account, loginId, emailAddress } = await buildLogin(portal.db);
  const customer = { email_address: emailAddress.toUpperCase(), language: 'es' } as const;
  await changeRows(portal.db, 'customer', { customer_number: account.customerNumber }, customer);
  await changeRows(portal.db, 'login', { id: loginId }, { language: 'en' });
  await portal.db
    .transaction()
    .execute((trx) =>
      queueNotice(trx, portal.portal, { accountId: account.id, loginId, parts: ['phone'], client: mail, at }),
    );
  expect(await readRows(portal.db, 'outbox', { account_id: account.id })).toMatchObject([
    { recipient: emailAddress.toUpperCase(), language: 'es' },
  ]);
});
