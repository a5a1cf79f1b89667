import type { ebill } from '@myaccount/contract/paperless';
import { recordAudit } from '../../platform/audit.ts';
import type { SignedInCall } from '../../platform/http/endpoints.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { queueNotice } from '../account-info/notice.service.ts';
import { lockOwnAccount } from '../accounts/account-lock.repository.ts';
import { checkConsents, recordConsents } from '../consents/consents.service.ts';
import { changeDelivery } from './paperless.repository.ts';

/**
 * API-16: changes how an account gets its bills, with consent and audit, or nothing. Paperless is one way here: back to
 * paper answers 02. What is chosen already answers 00 and changes nothing.
 */
export async function changeEbill(portal: Portal, { caller, client, body }: SignedInCall<typeof ebill>) {
  const consents = body.consents ?? [];
  checkConsents(consents, body.enableeBill ? ['paperless'] : []);
  const at = portal.clock.now();
  return await portal.db.transaction().execute(async (trx) => {
    const account = await lockOwnAccount(trx, caller, { number: body.accountNumber });
    if (!account) throw notFound();
    const { id: accountId, billType: from } = account;
    const to = body.enableeBill ? 'EMAIL' : 'PAPER';
    if (from === to) return { statusCode: '00' as const };
    if (from === 'EMAIL') return { statusCode: '02' as const };
    await queueNotice(trx, portal, { accountId, loginId: caller.loginId, parts: ['delivery'], client, at });
    await changeDelivery(trx, accountId, to);
    const { brand } = portal.config;
    const scope = { accountId, loginId: caller.loginId, clientAddress: client.address, at, brand };
    const consentIds = await recordConsents(trx, scope, consents);
    await recordAudit(trx, {
      at,
      accountId,
      actor: `login:${caller.loginId}`,
      action: 'paperless.changed',
      detail: { from, to, consentId: consentIds.get('paperless') ?? null },
      client,
    });
    return { statusCode: '00' as const };
  });
}
