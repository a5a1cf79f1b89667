import type { ChargeDesk } from '../charge-desk.ts';
import { maskedNumber, readToken, TOKEN_PATTERN } from '../stored-method.ts';
import { faultAnswer, type TransafeAnswer } from './transafe-request.ts';

const UNKNOWN_WORD = 'unknown';

/** What the vault has under a token: it knows every token but the deleted and those that say `unknown`. */
export function readVault(desk: ChargeDesk, token: string): TransafeAnswer {
  if (!isKnown(desk, token)) return faultAnswer('notFound', 'TOKEN NOT FOUND');
  const method = readToken(token);
  return {
    status: 200,
    body: {
      code: 'SUCCESS',
      msoft_code: 'INT_SUCCESS',
      token,
      cardtype: method.brand,
      account: maskedNumber(method),
      ...(method.expiry ? { expdate: method.expiry } : {}),
    },
  };
}

/** Forgets a token for good. */
export function deleteFromVault(desk: ChargeDesk, token: string): TransafeAnswer {
  if (!isKnown(desk, token)) return faultAnswer('notFound', 'TOKEN NOT FOUND');
  desk.book.deleteToken('transafe', token);
  return { status: 200, body: { code: 'SUCCESS', msoft_code: 'INT_SUCCESS', verbiage: 'DELETED' } };
}

function isKnown({ book }: ChargeDesk, token: string): boolean {
  const isWellFormed = TOKEN_PATTERN.test(token) && !token.toLowerCase().split('-').includes(UNKNOWN_WORD);
  return isWellFormed && !book.isDeletedToken('transafe', token);
}
