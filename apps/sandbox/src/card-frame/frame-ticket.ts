import type { ChargeContext } from '../card-processor/charge.service.ts';
import { newFrameToken } from '../card-processor/frame-token.ts';
import { maskedNumber } from '../card-processor/stored-method.ts';
import { faultResponse, type TransafeResponse } from '../card-processor/transafe/transafe-request.ts';
import type { CardFrameStore, Ticket } from './card-frame.store.ts';

export interface TicketContext {
  readonly tickets: CardFrameStore;
  readonly clock: ChargeContext['clock'];
}

/** Tells what card or bank account a ticket stands for. It may be asked repeatedly, until the ticket expires. */
export function readTicket(context: TicketContext, fields: Record<string, string>): TransafeResponse {
  const ticket = findLiveTicket(context, fields);
  if (!ticket) return unknownTicket;
  // The check of a bank account is part of taking it into the vault.
  if (!ticket.isVerified && ticket.brand !== 'ACH') return deniedResponse('INT_SUCCESS', 'CARD NOT ACCEPTED');
  const codes = { code: 'AUTH', msoft_code: 'INT_SUCCESS', phard_code: 'SUCCESS', verbiage: 'APPROVED' };
  return { status: 200, body: { ...codes, cardtype: ticket.brand, account: maskedNumber(ticket) } };
}

/** Takes the card or bank account of a ticket into the vault, once, and checks a bank account before. */
export function takeIntoVault(context: TicketContext, fields: Record<string, string>): TransafeResponse {
  const ticket = findLiveTicket(context, fields);
  if (!ticket || !context.tickets.useTicket(ticket.ticket, context.clock.now().toISOString()))
    return unknownTicket;
  if (!ticket.isVerified) {
    return ticket.brand === 'ACH'
      ? deniedResponse('ACHVERIFYDENY', 'BANK ACCOUNT NOT VERIFIED')
      : deniedResponse('INT_SUCCESS', 'CARD NOT ACCEPTED');
  }
  return {
    status: 200,
    body: {
      code: 'SUCCESS',
      msoft_code: 'INT_SUCCESS',
      verbiage: 'SUCCESS',
      token: newFrameToken(ticket),
      cardtype: ticket.brand,
      account: maskedNumber(ticket),
      ...(ticket.brand === 'ACH' ? {} : { expdate: ticket.expiry }),
    },
  };
}

const unknownTicket = faultResponse('notFound', 'TICKET NOT FOUND OR USED');

function deniedResponse(msoft: string, verbiage: string): TransafeResponse {
  return { status: 402, body: { code: 'DENY', msoft_code: msoft, phard_code: 'GENERICFAIL', verbiage } };
}

function findLiveTicket(
  { tickets, clock }: TicketContext,
  fields: Record<string, string>,
): Ticket | undefined {
  const ticket = tickets.findTicket(fields.cardshieldticket ?? '');
  return ticket && ticket.expiresAt > clock.now().toISOString() ? ticket : undefined;
}
