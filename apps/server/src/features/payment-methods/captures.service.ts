import type {
  openCardForm as openEndpoint,
  readCardForm as readEndpoint,
  signFrame as signEndpoint,
  verifyTicket as verifyEndpoint,
} from '@myaccount/contract/add-method';
import type { ReplyOf } from '@myaccount/contract/endpoint';
import type { z } from 'zod';
import type { Capture, CaptureResult } from '../../gateways/capture.ts';
import type { Services } from '../../gateways/open-services.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { badField, notFound, Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { hashToken } from '../../platform/secrets.ts';
import { countFrameEvent } from '../metrics/frame-count.service.ts';
import {
  type CaptureKey,
  claimTicket,
  deleteUnanswered,
  findCapture,
  insertOpenedForm,
  type StoredCapture,
  storeAnswer,
  useSequence,
} from './captures.repository.ts';
import { expirationOf } from './payment-methods.rules.ts';
import { fieldNotToSign } from './sign-frame.rules.ts';

/** A portal with the services whose frames take card and bank numbers in. */
type CapturingPortal = Portal & Pick<Services, 'cardFrame' | 'cardForm'>;

/** Purpose that a captured token is sealed for. */
export const capturedTokenPurpose = 'captured_method.token';
type FinalResult = Exclude<CaptureResult, { readonly outcome: 'not-complete' | 'unavailable' }>;

const retryAfterSeconds = 2;
const maximumVerbiage = 200;

/** API-19: signs a frame of our own page, once for each sequence. Throws {@link Refusal}. */
export async function signFrame(
  portal: CapturingPortal,
  caller: Caller,
  body: z.output<typeof signEndpoint.body>,
): Promise<z.input<typeof signEndpoint.reply>> {
  const { db, clock, config, databaseTime } = portal;
  const field = fieldNotToSign(body, config.publicUrl, clock.now());
  if (field) throw badField(field, 'invalid');
  const isFirst = await db.transaction().execute(async (trx) => {
    const isUnused = await useSequence(trx, caller.loginId, body.sequence, databaseTime);
    if (isUnused) await countFrameEvent(trx, 'iframe.open', databaseTime);
    return isUnused;
  });
  if (!isFirst) throw new Refusal('payment-methods.sequence-used');
  const signed = portal.cardFrame.sign({
    timestamp: body.ts,
    domain: body.domain,
    sequence: body.sequence,
    styleSheet: body.styles,
    hasHolderName: body.isAccountHolderName,
    isBankAccount: body.isACHPayment,
  });
  return { hash: signed.hash, fields: [...signed.fields] };
}

/**
 * API-19: returns what a ticket refers to. The service is asked once; the answer is kept for the login that named the
 * ticket first. To any other login the ticket does not exist.
 */
export async function verifyTicket(
  portal: CapturingPortal,
  caller: Caller,
  ticket: string,
): Promise<ReplyOf<typeof verifyEndpoint>> {
  const key = { loginId: caller.loginId, hash: hashToken(ticket), processor: 'transafe' } as const;
  if (await claimTicket(portal.db, key, portal.databaseTime)) {
    await keepAnswer(portal, key, await portal.cardFrame.capture(ticket));
  }
  const capture = await findCapture(portal.db, key);
  if (!capture) throw notFound();
  if (!capture.answer) throw new Refusal('payment-methods.in-progress', { retryAfterSeconds });
  const { code, verbiage, method } = capture.answer;
  return {
    code,
    cardtype: method?.cardType ?? null,
    account: method && `${'X'.repeat(12)}${method.lastFour}`,
    token: method && capture.id,
    verbiage,
  };
}

/** API-20: opens the card form, unless the flag turns it off, and returns its uid, which belongs to the login. */
export async function openCardForm(
  portal: CapturingPortal,
  caller: Caller,
  query: z.output<typeof openEndpoint.query>,
): Promise<ReplyOf<typeof openEndpoint>> {
  if (!portal.config.flags.cardProcessorPayments) throw notFound();
  if (query.form_name !== portal.config.chaseForm.cardForm) throw badField('form_name', 'invalid');
  const opened = await portal.cardForm.open(query.form_name);
  if (opened.outcome !== 'opened') throw unavailable(portal, opened.text);
  const key = { loginId: caller.loginId, hash: hashToken(opened.uid), processor: 'orbital' } as const;
  await portal.db.transaction().execute(async (trx) => {
    await insertOpenedForm(trx, key, portal.databaseTime);
    await countFrameEvent(trx, 'iframe.open', portal.databaseTime);
  });
  return { uid: opened.uid };
}

/** API-20: returns the card that was typed into a form of the login. The service is the only source. */
export async function readCardForm(
  portal: CapturingPortal,
  caller: Caller,
  uid: string,
): Promise<ReplyOf<typeof readEndpoint>> {
  const key = { loginId: caller.loginId, hash: hashToken(uid), processor: 'orbital' } as const;
  const opened = await findCapture(portal.db, key);
  if (!opened) throw notFound();
  if (!opened.answer) await keepAnswer(portal, key, await portal.cardForm.capture(uid));
  return cardReply(opened.answer ? opened : await findCapture(portal.db, key));
}

function cardReply(capture: StoredCapture | undefined): ReplyOf<typeof readEndpoint> {
  const method = capture?.answer?.method;
  if (!method?.expiresOn) throw notFound();
  return {
    token: capture?.id ?? '',
    nickname: null,
    card_type: method.cardType,
    expiration_date: expirationOf(method.expiresOn),
    last_four: method.lastFour,
  };
}

/** Keeps a final answer of the service, and counts it once. Throws a {@link Refusal} for any other result. */
async function keepAnswer(portal: Portal, key: CaptureKey, result: CaptureResult): Promise<void> {
  const { db, databaseTime } = portal;
  if (result.outcome === 'not-complete') throw new Refusal('payment-methods.not-complete');
  if (result.outcome === 'unavailable') {
    if (key.processor === 'transafe') await deleteUnanswered(db, key);
    throw unavailable(portal, result.text);
  }
  await db.transaction().execute(async (trx) => {
    if (!(await storeFinal(trx, portal, key, result))) return;
    await countFrameEvent(
      trx,
      result.outcome === 'captured' ? 'iframe.success' : 'iframe.failure',
      databaseTime,
    );
  });
  if (result.outcome === 'not-found') throw notFound();
}

/** Stores a final answer, or deletes what the service does not know. False if another call did so first. */
async function storeFinal(trx: Trx, portal: Portal, key: CaptureKey, result: FinalResult): Promise<boolean> {
  if (result.outcome === 'not-found') return await deleteUnanswered(trx, key);
  const answer =
    result.outcome === 'captured'
      ? { code: 'AUTH', verbiage: null, method: sealedMethod(portal, result.capture) }
      : { code: result.code, verbiage: result.text.slice(0, maximumVerbiage), method: null };
  return await storeAnswer(trx, key, answer, portal.databaseTime);
}

function sealedMethod({ secrets }: Portal, { token, ...shown }: Capture) {
  return { ...shown, token: secrets.seal(token, capturedTokenPurpose) };
}

function unavailable({ log }: Portal, reason: string): Refusal {
  log.warn({ reason }, 'hosted frame: no usable response');
  return new Refusal('payment-methods.service-unavailable', { retryAfterSeconds });
}
