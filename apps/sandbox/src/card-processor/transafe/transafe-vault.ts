import type { Ticket } from '../../card-frame/card-frame.store.ts';
import { newFrameToken } from '../frame-token.ts';
import type { ProcessorResponse } from '../processor-api.ts';
import { maskedNumber, readToken, tokenPattern } from '../stored-method.ts';
import {
  faultResponse,
  successResponse,
  type TransafeCall,
  type TransafeContext,
} from './transafe-request.ts';

const unknownKeyword = 'unknown';
const unknownTicket = faultResponse('notFound', 'TICKET NOT FOUND OR USED');

/** Returns the card or bank account that a ticket refers to. Can be called repeatedly, until the ticket expires. */
export const readTicket: TransafeCall = (context, fields) => {
  const ticket = findLiveTicket(context, fields);
  if (!ticket) return unknownTicket;
  // The check of a bank account is part of taking it into the vault.
  if (!ticket.isVerified && ticket.brand !== 'ACH') return deniedResponse('INT_SUCCESS', 'CARD NOT ACCEPTED');
  const codes = { code: 'AUTH', msoft_code: 'INT_SUCCESS', phard_code: 'SUCCESS', verbiage: 'APPROVED' };
  return { status: 200, body: { ...codes, cardtype: ticket.brand, account: maskedNumber(ticket) } };
};

/** Takes the card or bank account of a ticket into the vault, once, and checks a bank account before. Inferred: it answers a token. */
export const takeIntoVault: TransafeCall = (context, fields) => {
  const ticket = findLiveTicket(context, fields);
  const at = context.clock.now().toISOString();
  if (!ticket || context.tickets.update({ ticket: ticket.ticket, usedAt: null }, { usedAt: at }) === 0)
    return unknownTicket;
  const isBank = ticket.brand === 'ACH';
  if (!ticket.isVerified) {
    return isBank
      ? deniedResponse('ACHVERIFYDENY', 'BANK ACCOUNT NOT VERIFIED')
      : deniedResponse('INT_SUCCESS', 'CARD NOT ACCEPTED');
  }
  return successResponse({ verbiage: 'SUCCESS', token: newFrameToken(ticket) });
};

/** Returns the vault entry of a token. Every token exists, except those with `unknown`. */
export const readVault: TransafeCall = (_context, { token = '' }) => {
  if (!tokenPattern.test(token) || token.toLowerCase().split('-').includes(unknownKeyword))
    return faultResponse('notFound', 'TOKEN NOT FOUND');
  const method = readToken(token);
  return successResponse({
    token,
    cardtype: method.brand,
    account: maskedNumber(method),
    ...(method.expiry ? { expdate: method.expiry } : {}),
  });
};

function deniedResponse(msoft: string, verbiage: string): ProcessorResponse {
  return { status: 402, body: { code: 'DENY', msoft_code: msoft, phard_code: 'GENERICFAIL', verbiage } };
}

function findLiveTicket(
  { tickets, clock }: TransafeContext,
  { cardshieldticket: ticket = '' }: Record<string, string>,
): Ticket | undefined {
  return tickets.find({ ticket, expiresAt: { after: clock.now().toISOString() } });
}
