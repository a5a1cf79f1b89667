import { fixedClock } from '@myaccount/clock';
import { apiPath } from '@myaccount/contract/endpoint';
import type { LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import type { ImportLine } from '../../apps/sandbox/src/personas/import-lines.ts';
import { createApp } from '../../apps/server/src/app.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { announceCharges } from '../../apps/server/src/features/autopay/announce.service.ts';
import { importFile } from '../../apps/server/src/features/import/import.service.ts';
import { voidInvoice } from '../../apps/server/src/features/invoices/void-invoice.service.ts';
import { recordResult } from '../../apps/server/src/features/payment-state/outcome.service.ts';
import { makeRefund } from '../../apps/server/src/features/refunds/make-refund.service.ts';
import { openSession } from '../../apps/server/src/features/sessions/sessions.service.ts';
import { mailTemplates } from '../../apps/server/src/features.ts';
import { openProcessors } from '../../apps/server/src/gateways/card-processor/open-processors.ts';
import { showAccount } from '../../apps/server/src/ops/show.ts';
import { dayOf } from '../../apps/server/src/platform/business-day.ts';
import { findAccountId } from '../../apps/server/src/platform/database/account-lookup.ts';
import { connectPool } from '../../apps/server/src/platform/database/connect.ts';
import { openPortal } from '../../apps/server/src/platform/open-portal.ts';
import type { MailTemplate } from '../../apps/server/src/platform/outbox/deliver.ts';
import type { Portal } from '../../apps/server/src/platform/portal.ts';
import { buildPayment } from '../../apps/server/src/testing/builders/payment.ts';
import { cents, type PaymentLine } from './lines.ts';

const templates: Readonly<Record<string, MailTemplate>> = mailTemplates;
const maximumTries = 10;
const client = { address: '127.0.0.1', userAgent: 'drill', correlationId: 'drill-session' };

/** A portal on an empty database, at one moment, without a network. */
export type World = Awaited<ReturnType<typeof openWorld>>;

/** Opens a portal with these settings on an empty database. */
export async function openWorld(settings: Readonly<Record<string, string>>, now: string) {
  const config = readConfig({ ...settings, PDFS_PER_LOGIN: '1000000' });
  const clock = fixedClock(now);
  const open = openPortal(config, pino({ level: 'silent' }), clock);
  const { portal } = open;
  const { db } = portal;
  const app = await createApp({ ...open, webRoot: null });
  await app.server.ready();
  const today = dayOf(clock.now(), config.timeZone);
  return {
    /** Imports lines. Throws if one is refused. */
    import: async (lines: readonly ImportLine[]) => {
      const pool = connectPool({ url: config.databaseUrl, maximumConnections: 4, worker: 'command' });
      const refusals: unknown[] = [];
      const options = { isDryRun: false, onRefusal: (refusal: unknown) => refusals.push(refusal) };
      await importFile(bytesOf(lines), options, { ...portal, pool, timeZone: config.timeZone });
      await pool.end();
      if (refusals.length > 0) throw new Error(`The import refused lines: ${JSON.stringify(refusals)}`);
    },
    voidBill: async (invoiceNumber: string) => {
      const result = await voidInvoice(portal, { invoiceNumber, by: 'drill', reason: 'Billed in error' });
      if ('refusal' in result) throw new Error(result.refusal);
    },
    payAndRefund: (payment: PaymentLine) => payAndRefund(portal, payment),
    announce: () => announceCharges(portal, today),
    signIn: (emailAddress: string) => signIn(portal, emailAddress),
    get: async (
      path: string,
      query: Record<string, string>,
      token: string,
    ): Promise<LightMyRequestResponse> => {
      const headers = { authorization: `Bearer ${token}` };
      const url = `${apiPath}${path}?${new URLSearchParams(query)}`;
      for (let tries = 1; ; tries += 1) {
        const response = await app.server.inject({ method: 'GET', url, headers });
        if (response.statusCode === 200) return response;
        // A document may take too long on a busy machine.
        if (response.statusCode !== 503 || tries === maximumTries)
          throw new Error(`${url} answered ${response.statusCode}`);
      }
    },
    show: (accountNumber: string) => showAccount(portal, accountNumber),
    mails: (accountNumber: string) => mailsOf(portal, accountNumber),
    close: async () => {
      await app.close();
      await db.destroy();
    },
  };
}

/** Books a payment that is made here now, and records a part of it as given back. */
async function payAndRefund(portal: Portal, line: PaymentLine): Promise<void> {
  const { db, clock, config } = portal;
  const accountId = (await findAccountId(db, line.accountNumber)) ?? '';
  const now = clock.now();
  const { id } = await buildPayment(
    db,
    { id: accountId },
    {
      state: 'PENDING',
      amount_cents: cents(line.amount),
      occurred_at: now,
      occurred_on: dayOf(now, config.timeZone),
    },
  );
  const attempt = { kind: 'inquiry', startedAt: now, outcome: 'approved', detail: null } as const;
  const result = {
    outcome: 'approved',
    transaction: line.externalId,
    amountCents: cents(line.amount),
  } as const;
  await recordResult(portal, { accountId, id }, { result, attempt, actor: 'system' });
  const order = { paymentId: id, amountCents: cents(line.refunded), reason: 'Outage', by: 'drill' };
  // No processor is asked about what is only recorded.
  const paying = { ...portal, processors: openProcessors(config) };
  const made = await makeRefund(paying, { ...order, isRecorded: true, mayReopen: true });
  if ('refusal' in made) throw new Error(made.refusal);
}

async function signIn(portal: Portal, emailAddress: string): Promise<string> {
  const login = portal.db.selectFrom('login').select('id').where('email_address', '=', emailAddress);
  const { id } = await login.executeTakeFirstOrThrow();
  const session = await portal.db.transaction().execute((trx) => openSession(trx, portal, id, client));
  return session.accessToken;
}

/** An account's mails as they are sent, by template. */
async function mailsOf(portal: Portal, accountNumber: string) {
  const rows = await portal.db
    .selectFrom('outbox as o')
    .innerJoin('account as a', 'a.id', 'o.account_id')
    .select(['o.template', 'o.payload', 'o.language', 'a.id as accountId'])
    .where('a.account_number', '=', accountNumber)
    .orderBy('o.template')
    .execute();
  return rows.map(({ template, payload, language, accountId }) => {
    const mail = templates[template]?.(portal, payload as never, language, accountId);
    return { template, text: `${mail?.subject}\n${mail?.text}` };
  });
}

async function* bytesOf(lines: readonly ImportLine[]): AsyncGenerator<Buffer> {
  for (const line of lines) yield Buffer.from(`${JSON.stringify(line)}\n`);
}
