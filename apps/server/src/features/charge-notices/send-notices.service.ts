import { randomBytes } from 'node:crypto';
import { addDays } from '@myaccount/contract/calendar';
import { basePath } from '@myaccount/contract/endpoint';
import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import { hashToken } from '../../platform/secrets.ts';
import { announceHeldCharge } from '../autopay/held-charge.service.ts';
import type { StopLink } from '../payment-state/payment-mail.service.ts';
import { announceHeldPlan, findPlan } from '../planned-payments/held-plan.service.ts';
import {
  type HeldAgreement,
  hasUntold,
  listNoticesToSend,
  lockNotice,
  markAnnounced,
  postponePlans,
  recordTold,
} from './charge-notice.repository.ts';

const batchSize = 500;
const firstId = '00000000-0000-0000-0000-000000000000';
const tokenBytes = 32;

/** Tells customers of the charges that a restore brought back, once each, and notes whom the mail server could tell. */
export async function sendNotices(portal: Portal, stopping?: AbortSignal): Promise<void> {
  const { db, config } = portal;
  if (!(await hasUntold(db))) return;
  const today = await db.transaction().execute(async (trx) => {
    const moment = await portal.moment(trx);
    await recordTold(trx, config.timeZone);
    await postponePlans(trx, moment.today);
    return moment.today;
  });
  const until = addDays(today, config.autopay.noticeDays);
  let after = { accountId: firstId, agreementId: firstId };
  while (!stopping?.aborted) {
    const batch = await listNoticesToSend(db, { after, until, limit: batchSize });
    const last = batch.at(-1);
    if (last === undefined) return;
    for (const notice of batch) await sendNotice(portal, notice, today);
    after = last;
  }
}

async function sendNotice(portal: Portal, notice: HeldAgreement, today: string): Promise<void> {
  const { createdAt, noticeDays } = notice;
  const token = randomBytes(tokenBytes).toString('base64url');
  const url = `${portal.config.publicUrl}${basePath}/stop-charge/${token}`;
  const stop = { url, event: createdAt.toISOString(), noticeDays };
  await portal.db.transaction().execute(async (trx) => {
    if (!(await lockNotice(trx, notice))) return;
    const mailIds = await announce(trx, portal, { notice, stop, today });
    if (!mailIds) return;
    await markAnnounced(trx, notice, { at: portal.clock.now(), mailIds, tokenHash: hashToken(token) });
  });
}

/** Queues the mail. Returns its ids, none without an address, and undefined while there is nothing to announce. */
async function announce(
  trx: Trx,
  portal: Portal,
  {
    notice,
    stop,
    today,
  }: { readonly notice: HeldAgreement; readonly stop: StopLink; readonly today: string },
): Promise<string[] | undefined> {
  const { accountId, agreementId: id, kind } = notice;
  if (kind === 'autopay') return await announceHeldCharge(trx, portal, { accountId, today, stop });
  const payment = await findPlan(trx, { accountId, id });
  return payment && (await announceHeldPlan(trx, portal, { payment, stop }));
}
