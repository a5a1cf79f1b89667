import type { ChargeContext } from '../charge.service.ts';
import { maskedNumber, readToken, tokenPattern } from '../stored-method.ts';
import { faultResponse, type TransafeResponse } from './transafe-request.ts';

const unknownKeyword = 'unknown';

/** Returns the vault entry of a token. Every token exists, except deleted ones and those with `unknown`. */
export function readVault(context: ChargeContext, token: string): TransafeResponse {
  if (!isKnown(context, token)) return faultResponse('notFound', 'TOKEN NOT FOUND');
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

/** Deletes a token permanently. */
export function deleteFromVault(context: ChargeContext, token: string): TransafeResponse {
  if (!isKnown(context, token)) return faultResponse('notFound', 'TOKEN NOT FOUND');
  context.store.deleteToken('transafe', token);
  return { status: 200, body: { code: 'SUCCESS', msoft_code: 'INT_SUCCESS', verbiage: 'DELETED' } };
}

function isKnown({ store }: ChargeContext, token: string): boolean {
  const isWellFormed = tokenPattern.test(token) && !token.toLowerCase().split('-').includes(unknownKeyword);
  return isWellFormed && !store.isDeletedToken('transafe', token);
}
