import { sql } from 'kysely';
import { beat } from '../features/charging/heartbeat.repository.ts';
import { letChargingGoOn } from '../features/charging-pause/resume-charging.service.ts';
import { mailTemplates } from '../features.ts';
import { openMailGateway } from '../gateways/mail/smtp.ts';
import { deliverDueMessages } from '../platform/outbox/deliver.ts';
import { sealedValueOf } from '../platform/secrets.ts';
import type { Payer, PayingTestPortal } from './paying-portal.ts';
import { runJobs } from './portal.ts';
import type { TableCopy } from './restored-database.ts';
import { changeRows, readRows } from './rows.ts';

const dayMs = 86_400_000;

/** Puts a copy in place of the tables, and lets charging go on, as when everything was compared. */
export async function restoreAndGoOn(portal: PayingTestPortal, backup: TableCopy): Promise<void> {
  await backup.restore();
  await beat(portal.db);
  await letChargingGoOn(portal.portal);
}

/** Makes the database one that was put in place of itself minutes ago, which begins no pause. */
export async function keepCluster({ db }: Pick<PayingTestPortal, 'db'>): Promise<void> {
  await sql`update heartbeat set system_identifier = c.system_identifier::text from pg_control_system() c`.execute(
    db,
  );
}

/** Lets charging go on as after a restore that lost nothing. */
export async function restoreInPlace(portal: PayingTestPortal): Promise<void> {
  const restore = async () => await changeRows(portal.db, 'heartbeat', {}, { system_identifier: '1' });
  await restoreAndGoOn(portal, { restore });
}

/** Runs a round of everything that charges without a press, and of what tells of it. */
export async function chargeAutomatically(portal: PayingTestPortal): Promise<void> {
  await runJobs(portal, 'charge-notices.send', 'autopay.announce', 'autopay.run', 'payments.charge-planned');
}

/** Sends all mail that waits, and notes what the mail server accepted. */
export async function deliverNotices(portal: PayingTestPortal): Promise<void> {
  await runJobs(portal, 'charge-notices.send');
  await deliverMail(portal);
  await runJobs(portal, 'charge-notices.send');
}

/** Makes one attempt for each mail that is due. */
export async function deliverMail(portal: PayingTestPortal): Promise<void> {
  const gateway = openMailGateway(portal.portal.config.mail);
  const context = { portal: portal.portal, sendMail: gateway.send, templates: mailTemplates };
  while ((await deliverDueMessages(context)) > 0);
  gateway.close();
}

/** Lets days pass, each with a round of everything. */
export async function passDays(portal: PayingTestPortal, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    await portal.passTime(dayMs);
    await chargeAutomatically(portal);
  }
}

/** Returns the newest notice of an account that is in the outbox. */
async function newestNoticeRow(portal: PayingTestPortal, { account }: Payer) {
  const mails = await readRows(portal.db, 'outbox', { account_id: account.id }, 'id');
  const notice = mails.findLast(({ template }) => template.endsWith('-upcoming'));
  if (!notice) throw new Error(`account ${account.accountNumber} has no notice`);
  return notice;
}

/** Returns the link of the newest notice, which waits in the outbox. */
export async function newestStopUrl(portal: PayingTestPortal, payer: Payer): Promise<string> {
  const { payload_sealed, payload_key_id } = await newestNoticeRow(portal, payer);
  const sealed = sealedValueOf(payload_sealed, payload_key_id);
  if (!sealed) throw new Error('the notice is sent already');
  return JSON.parse(portal.portal.secrets.open(sealed, 'outbox.payload')).stop.url;
}

/** Returns the newest notice of an account as it arrived. */
export async function newestNotice(portal: PayingTestPortal, payer: Payer) {
  const { recipient } = await newestNoticeRow(portal, payer);
  const [newest] = await portal.sandbox.messages(recipient);
  return { subject: newest?.subject.replaceAll(/\s/g, ' ') ?? '', text: newest?.text ?? '' };
}

/** Returns the token of the link in the newest notice that arrived. */
export async function stopTokenOf(portal: PayingTestPortal, payer: Payer): Promise<string> {
  const [, token] = /\/stop-charge\/([\w-]+)/.exec((await newestNotice(portal, payer)).text) ?? [];
  if (!token) throw new Error(`${payer.emailAddress} has no link`);
  return token;
}
