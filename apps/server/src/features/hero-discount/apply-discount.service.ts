import type { ApplicationFailure } from '@myaccount/contract/hero-discount';
import { recordAudit } from '../../platform/audit.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import { getMailAccount } from '../accounts/mail-account.repository.ts';
import { queueAccountMail } from '../accounts/mail-account.service.ts';
import { refusalOf } from './hero-discount.rules.ts';
import { applyDiscount, lockApplicant } from './verification.repository.ts';

/** Whose discount begins, by whom, and which verification says so. */
export interface NewDiscount {
  readonly account: { readonly accountId: string } | { readonly accountNumber: string };
  readonly eventId: string;
  readonly actor: string;
  readonly at: Date;
  readonly correlationId: string | null;
}

/**
 * Applies the discount in the caller's transaction, with audit and mail (HERO-2). Returns why it cannot, and changes
 * nothing then; `unknown-account` if there is no such account.
 */
export async function beginDiscount(
  trx: Trx,
  portal: Portal,
  { account, eventId, actor, at, correlationId }: NewDiscount,
): Promise<ApplicationFailure | 'unknown-account' | undefined> {
  const applicant = await lockApplicant(trx, account);
  if (!applicant) return 'unknown-account';
  const refusal = refusalOf(applicant);
  if (refusal) return refusal;
  const { accountId } = applicant;
  await applyDiscount(trx, accountId, at);
  await recordAudit(trx, { at, accountId, actor, action: 'hero-discount.applied', detail: { eventId } });
  await queueAccountMail(trx, portal, await getMailAccount(trx, accountId, 'account'), {
    eventKey: `hero-discount-applied:${eventId}`,
    accountId,
    template: 'hero-discount-applied',
    correlationId,
    payload: {},
  });
  return undefined;
}
