import type { Reply } from '../../gateways/sms/sms.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { changePreference } from '../account-info/preference.service.ts';
import { recordedForms } from './phone-number.rules.ts';
import { keywordOf } from './reply.rules.ts';
import {
  addEvent,
  endStop,
  insertStop,
  lockAccountsOfNumber,
  type NumberAccount,
  type StoppedPreference,
} from './stop.repository.ts';

/** What a reply is recorded with. */
interface ReplyContext {
  readonly portal: Portal;
  readonly at: Date;
  readonly correlationId: string | null;
}

/**
 * Records a customer's text once: STOP turns texts off for every account with its number, START takes that back (SMS-1).
 * Throws a {@link Refusal} for one that arrived before. Its words are not kept.
 */
export async function recordReply(portal: Portal, reply: Reply, correlationId: string | null): Promise<void> {
  const keyword = keywordOf(reply);
  // Without a trace: a signed STOP can be cut into a text with other words, and must still count.
  if (keyword !== 'stop' && keyword !== 'start') return;
  await portal.db.transaction().execute(async (trx) => {
    const { now: at } = await portal.moment(trx);
    const isNew = await addEvent(trx, reply.messageId, at, { keyword });
    if (!isNew) throw new Refusal('request.repeated');
    const accounts = await lockAccountsOfNumber(trx, recordedForms(reply.from));
    const change = keyword === 'stop' ? stopTexts : resumeTexts;
    for (const account of accounts) await change(trx, account, { portal, at, correlationId });
  });
}

/** Records that the service refuses texts to a number because of a STOP that it knows of. */
export async function stopNumber(portal: Portal, e164: string, correlationId: string | null): Promise<void> {
  await portal.db.transaction().execute(async (trx) => {
    const { now: at } = await portal.moment(trx);
    const accounts = await lockAccountsOfNumber(trx, recordedForms(e164));
    for (const account of accounts) await stopTexts(trx, account, { portal, at, correlationId });
  });
}

/** Turns texts off: notifications go by mail from now on. A second STOP changes nothing. */
async function stopTexts(
  trx: Trx,
  account: NumberAccount,
  { portal, at, correlationId }: ReplyContext,
): Promise<void> {
  const { accountId, preference } = account;
  if (account.isStopped) return;
  const stoppedPreference: StoppedPreference =
    preference === 'Text' || preference === 'Text & Email' ? preference : null;
  await insertStop(trx, account, at, stoppedPreference);
  if (stoppedPreference !== null)
    await changePreference(trx, portal, { accountId, preference: 'Email', at, correlationId });
  const detail = { from: preference, to: stoppedPreference === null ? preference : 'Email' };
  await recordAudit(trx, { at, accountId, actor: 'system', action: 'texts.stopped', detail });
}

/** Takes STOP back: the preference is again what it was, if the customer had agreed to texts. */
async function resumeTexts(
  trx: Trx,
  account: NumberAccount,
  { portal, at, correlationId }: ReplyContext,
): Promise<void> {
  const { accountId, preference, stoppedPreference } = account;
  if (!account.isStopped) return;
  await endStop(trx, account, at);
  if (stoppedPreference !== null)
    await changePreference(trx, portal, { accountId, preference: stoppedPreference, at, correlationId });
  const detail = { from: preference, to: stoppedPreference ?? preference };
  await recordAudit(trx, { at, accountId, actor: 'system', action: 'texts.resumed', detail });
}
