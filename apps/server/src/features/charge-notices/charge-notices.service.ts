import type { HeldCharge } from '@myaccount/contract/charge-notices';
import { dollarsFromCents } from '@myaccount/contract/money';
import type { CardType } from '@myaccount/contract/payment-methods';
import { recordAudit } from '../../platform/audit.ts';
import { dayOf } from '../../platform/business-day.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Client } from '../../platform/http/client.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { hashToken } from '../../platform/secrets.ts';
import { lockAccount } from '../accounts/account-lock.repository.ts';
import { findHeldCharge, stopCharge } from '../autopay/held-charge.service.ts';
import { findPlan, stopPlan } from '../planned-payments/held-plan.service.ts';
import { endLink, findNotice, getAccountEnding, type HeldAgreement } from './charge-notice.repository.ts';

const actor = 'charge-link';

/** Returns the charge that a link can stop. Throws not found for a wrong token as once it was made or stopped. */
export async function showHeldCharge(portal: Portal, token: string): Promise<HeldCharge> {
  const notice = await findNotice(portal.db, hashToken(token));
  const held = notice && (await findHeld(portal, portal.db, notice));
  if (!held) throw notFound();
  return held.shown;
}

/**
 * Stops the charge of a link, and only that: a planned payment is cancelled as its customer does, and autopay makes no charge
 * before the next due date. Returns what is not charged. Throws as {@link showHeldCharge} does.
 */
export async function stopHeldCharge(portal: Portal, token: string, client: Client): Promise<HeldCharge> {
  return await portal.db.transaction().execute(async (trx) => {
    const tokenHash = hashToken(token);
    const notice = await findNotice(trx, tokenHash);
    if (!notice) throw notFound();
    const { accountId, agreementId, kind } = notice;
    await lockAccount(trx, accountId);
    const held = await findHeld(portal, trx, notice);
    if (!held) throw notFound();
    const { shown, charge } = held;
    const at = portal.clock.now();
    await endLink(trx, notice, tokenHash);
    if (kind === 'planned')
      await stopPlan(trx, portal, { key: { accountId, id: agreementId }, actor, client });
    if (!charge) return shown;
    await stopCharge(trx, { accountId, at, charge });
    const detail = { dueOn: charge.dueOn, amountCents: charge.amountCents };
    await recordAudit(trx, { at, accountId, actor, client, action: 'charge-notices.stopped', detail });
    return shown;
  });
}

async function findHeld({ clock, config }: Portal, db: Database, notice: HeldAgreement) {
  const { accountId, agreementId: id, kind } = notice;
  const plan = kind === 'planned' ? await findPlan(db, { accountId, id }) : undefined;
  const today = dayOf(clock.now(), config.timeZone);
  const held = kind === 'autopay' ? await findHeldCharge(db, accountId, today) : undefined;
  const charge = held?.charge;
  const amountCents = plan?.amountCents ?? charge?.amountCents;
  const date = plan?.plannedFor ?? charge?.chargeOn;
  const method = plan?.method ?? held;
  if (amountCents === undefined || !date || !method) return undefined;
  const shown: HeldCharge = {
    kind,
    amount: dollarsFromCents(amountCents),
    date,
    card_type: method.cardType as CardType,
    last_four: method.lastFour,
    account_ending: await getAccountEnding(db, accountId),
  };
  return { shown, charge };
}
