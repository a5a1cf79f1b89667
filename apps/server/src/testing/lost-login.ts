import { verifyPin } from '../features/account-info/verify-pin.service.ts';
import { requestLoginChange } from '../features/login/login-change.service.ts';
import type { AccountSaver } from './account-saver.ts';
import { mailedLink } from './mailed-code.ts';
import type { TestPortal } from './portal.ts';
import { mailedSecret, newVisitor } from './visitor.ts';

const hourMs = 3_600_000;

/** Names the PIN of an account on the phone: 4821 is the right one. */
export async function namePin(
  { portal }: TestPortal,
  { account }: Pick<AccountSaver, 'account'>,
  pin = '4821',
): Promise<void> {
  await verifyPin(portal, { accountNumber: account.accountNumber, pin, by: 'Kim' });
}

/** Names the PIN and has the sign-in address changed, as support does. Returns the token of the link in the mails. */
export async function requestChange(
  portal: TestPortal,
  saver: Pick<AccountSaver, 'account' | 'emailAddress'>,
  to: string,
): Promise<string> {
  await namePin(portal, saver);
  const request = { from: saver.emailAddress, to, by: 'Kim', reason: 'lost the mailbox', isDryRun: false };
  const change = await requestLoginChange(portal.portal, request);
  if ('refusal' in change) throw new Error(change.refusal);
  return (await mailedLink(portal, to)).split('/').at(-1) ?? '';
}

/** Signs in with an address by its mailed code; the portal trusts a proxy. Returns the reply. */
export async function enterCode(portal: TestPortal, emailAddress: string) {
  const visitor = newVisitor(portal, '192.0.2.9');
  const sent = await visitor.send(emailAddress);
  if (sent.statusCode !== 200) return sent;
  return await visitor.validate(emailAddress, await mailedSecret(portal, emailAddress));
}

/** Has the sign-in address changed and completes it a day later. Returns the reply of the sign-in that did. */
export async function completeChange(
  portal: TestPortal,
  saver: Pick<AccountSaver, 'account' | 'emailAddress'>,
  to: string,
) {
  await requestChange(portal, saver, to);
  portal.clock.advance(24 * hourMs);
  return await enterCode(portal, to);
}
