import type { FastifyRequest } from 'fastify';
import type { FrameStore } from '../../card-frame/card-frame.store.ts';
import type { Credentials } from '../../credentials.ts';
import { sameSecret } from '../../same-secret.ts';
import type { ProcessorContext, ProcessorResponse } from '../processor-api.ts';
import { faultCodes, type TransafeFault } from './transafe-names.ts';

export interface TransafeContext extends ProcessorContext {
  readonly tickets: FrameStore['tickets'];
}

/** Answers a call. Its fields are those of the path and the body. */
export type TransafeCall = (
  context: TransafeContext,
  fields: Record<string, string>,
  request: FastifyRequest,
) => ProcessorResponse;

/** The fields of a body without their grouping objects, which are cosmetic. Undefined for an invalid body. */
export function readFields(body: unknown): Record<string, string> | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(body)) {
    const inner = typeof value === 'string' ? { [name]: value } : readFields(value);
    if (!inner) return undefined;
    Object.assign(fields, inner);
  }
  return fields;
}

/** Cents of an amount such as "12.34". Undefined for zero and anything else. */
export function readAmountCents(amount: string | undefined): number | undefined {
  if (!amount || !/^\d{1,10}\.\d{2}$/.test(amount)) return undefined;
  return Number(amount.replace('.', '')) || undefined;
}

/** Cents as TranSafe writes them: "12.34". */
export function writeAmount(amountCents: number): string {
  const digits = String(amountCents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The response to a request that cannot be accepted. */
export function faultResponse(fault: TransafeFault, verbiage: string): ProcessorResponse {
  const { status, msoft } = faultCodes[fault];
  return { status, body: { code: 'DENY', msoft_code: msoft, phard_code: 'UNKNOWN', verbiage } };
}

/** The response to a call that did what it should. */
export function successResponse(members: Record<string, unknown>): ProcessorResponse {
  return { status: 200, body: { code: 'SUCCESS', msoft_code: 'INT_SUCCESS', ...members } };
}

/** Whether the call has the API key. */
export function isAuthenticated({ headers }: FastifyRequest, credentials: Credentials): boolean {
  const isKnownId = sameSecret(String(headers['x-api-key-id']), credentials.TRANSAFE_API_KEY_ID);
  return sameSecret(String(headers['x-api-key']), credentials.TRANSAFE_API_KEY) && isKnownId;
}
