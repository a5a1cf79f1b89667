import type { applyForHeroDiscount } from '@myaccount/contract/hero-discount';
import { comparableEmail } from '@myaccount/contract/mailable-email';
import type { z } from 'zod';
import type { Services } from '../../gateways/open-services.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { SignedInCall } from '../../platform/http/endpoints.ts';
import { badField, notFound } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Limit } from '../../platform/rate-limit.ts';
import { addApplication, findApplicant } from './application.repository.ts';
import { refusalOf } from './hero-discount.rules.ts';

type Reply = z.input<typeof applyForHeroDiscount.reply>;

/**
 * API-22: has the service open its widget for the account's address, stores who asked, and returns the widget's address.
 * Returns a failure with its reason otherwise. Throws not found for somebody else's account.
 */
export async function beginApplication(
  portal: Portal & Pick<Services, 'eligibility'>,
  perLogin: Limit,
  { caller, client, body }: SignedInCall<typeof applyForHeroDiscount>,
): Promise<Reply> {
  const { eligibility } = portal;
  const applicant = await findApplicant(portal.db, caller, body.accountNumber);
  if (!applicant) throw notFound();
  const emailAddress = applicant.emailAddress === null ? undefined : comparableEmail(applicant.emailAddress);
  const known = [emailAddress, comparableEmail(caller.emailAddress)];
  // A page without a contact address sends that of its sign-in, which may have changed since.
  if (emailAddress !== undefined && !known.includes(comparableEmail(body.email)))
    throw badField('email', 'invalid');
  if (!portal.config.flags.heroDiscount || !eligibility) return failure('not-offered');
  const refusal = refusalOf(applicant);
  if (refusal) return failure(refusal);
  if (emailAddress === undefined) return failure('no-email');
  await perLogin.consume(caller.loginId);
  const widget = await eligibility.openWidget(emailAddress);
  if (widget.outcome === 'unavailable') {
    portal.log.warn({ reason: widget.text, correlationId: client.correlationId }, 'eligibility service away');
    return failure('service-unavailable');
  }
  const { accountId } = applicant;
  const { loginId } = caller;
  await portal.db.transaction().execute(async (trx) => {
    const { now: at } = await portal.moment(trx);
    await addApplication(trx, { accountId, loginId, emailAddress, requestedAt: at });
    await recordAudit(trx, {
      at,
      accountId,
      actor: `login:${loginId}`,
      action: 'hero-discount.requested',
      client,
    });
  });
  return { operation: 'success', url: widget.url };
}

function failure(reason: Extract<Reply, { operation: 'failure' }>['reason']): Reply {
  return { operation: 'failure', reason };
}
