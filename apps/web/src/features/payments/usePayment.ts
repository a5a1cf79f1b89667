import type { MadePayment, makePayment } from '@myaccount/contract/payments';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiProblem } from '../../api/api-problem.ts';
import { call } from '../../api/client.ts';
import {
  findIntent,
  forgetIntent,
  intentFor,
  type PaymentBody,
  type PaymentIntent,
} from './payment-intent.ts';
import { isConclusive, type PaymentRefusal, refusalOf } from './payment-result.rules.ts';

/** Wait before the automatic retry, so that a short failure can pass. */
const retryDelayMs = 3_000;
/** Time after the press in which the page asks for the result by itself, also after a reload. Later the customer decides. */
const resumesWithinMs = 120_000;
/** The shortest and the longest time until it asks again; in between, half the time since the press. */
const shortestWaitMs = 5_000;
const longestWaitMs = 30_000;

/** Result of a payment request; `unknown` when no response settled it, and the intent stays stored. */
export type PaymentResult =
  | { readonly kind: 'made' | 'alreadyMade'; readonly payment: MadePayment }
  | { readonly kind: 'refused'; readonly refusal: PaymentRefusal }
  | { readonly kind: 'unknown' };

/** Progress of a payment; `body` is the request body. */
type PaymentProgress =
  | { readonly phase: 'ready' }
  | { readonly phase: 'sending' | 'confirming'; readonly body: PaymentBody }
  | { readonly phase: 'done'; readonly result: PaymentResult; readonly body: PaymentBody };

/**
 * Called with each result before the form shows it; the form waits for its promise. `isOnPage` is false when the customer
 * has left the page.
 */
type OnResult = (result: PaymentResult, isOnPage: boolean) => void | Promise<void>;

/**
 * Submits the form’s payment as one intent. Sends nothing else while its result is unknown, and resumes after a reload
 * (PAY-6).
 */
export function usePayment(billingAccountId: string, onResult: OnResult) {
  const [progress, setProgress] = useState(() => progressAtStart(billingAccountId));
  const isBusy = useRef(false);
  const isOnPage = useIsOnPage();
  const isUnknown = progress.phase === 'done' && progress.result.kind === 'unknown';

  async function run(intent: PaymentIntent, isFirstAttempt: boolean, isQuiet = false): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    const { body } = intent;
    const show = (phase: 'sending' | 'confirming') => {
      if (!isQuiet) setProgress({ phase, body });
    };
    try {
      show(isFirstAttempt ? 'sending' : 'confirming');
      const result = await submitPayment(intent, isFirstAttempt, () => show('confirming'));
      // The customer started over meanwhile.
      if (result.kind === 'unknown' && !findIntent(body.billing_account_id, Date.now())) return;
      await onResult(result, isOnPage.current);
      setProgress({ phase: 'done', result, body });
    } finally {
      isBusy.current = false;
    }
  }

  useAskAgain(billingAccountId, isUnknown ? progress : undefined, run);

  /** Submits the form; a second press while a request is open does nothing. */
  function pay(body: PaymentBody): void {
    if (isBusy.current) return;
    const stored = findIntent(billingAccountId, Date.now());
    const intent = intentFor(body, Date.now());
    void run(intent, stored?.key !== intent.key);
  }

  /** Retries the stored intent. */
  function retry(): void {
    const intent = findIntent(billingAccountId, Date.now());
    // The page may be asking by itself: then that answer is shown.
    setProgress(intent ? { phase: 'confirming', body: intent.body } : { phase: 'ready' });
    if (intent) void run(intent, false);
  }

  /** Returns to the form and drops the intent. `seenBalance` guards against paying twice. */
  function startOver(): void {
    forgetIntent(billingAccountId);
    setProgress({ phase: 'ready' });
  }

  return { progress, pay, retry, startOver };
}

function progressAtStart(billingAccountId: string): PaymentProgress {
  const intent = findIntent(billingAccountId, Date.now());
  return intent ? { phase: 'done', result: { kind: 'unknown' }, body: intent.body } : { phase: 'ready' };
}

/** Returns the stored intent while the page asks for it by itself. */
function youngIntent(billingAccountId: string): PaymentIntent | undefined {
  const intent = findIntent(billingAccountId, Date.now());
  return intent && Date.now() - intent.sentAt < resumesWithinMs ? intent : undefined;
}

type Run = (intent: PaymentIntent, isFirstAttempt: boolean, isQuiet?: boolean) => Promise<void>;

/** Asks for a young intent at once after a reload, and without a word, ever less often, after each `unknown` result. */
function useAskAgain(billingAccountId: string, unknown: PaymentProgress | undefined, run: Run): void {
  const ask = useEffectEvent((intent: PaymentIntent, isQuiet: boolean) => void run(intent, false, isQuiet));

  useEffect(() => {
    const intent = unknown && youngIntent(billingAccountId);
    if (!intent) return;
    const waitMs = Math.min(Math.max((Date.now() - intent.sentAt) / 2, shortestWaitMs), longestWaitMs);
    const timer = setTimeout(() => ask(intent, true), waitMs);
    return () => clearTimeout(timer);
  }, [billingAccountId, unknown]);

  useEffect(() => {
    const intent = youngIntent(billingAccountId);
    if (intent) ask(intent, false);
  }, [billingAccountId]);
}

/** Returns a ref that is true until the customer leaves the page. */
function useIsOnPage() {
  const isOnPage = useRef(true);
  useEffect(() => {
    isOnPage.current = true;
    return () => {
      isOnPage.current = false;
    };
  }, []);
  return isOnPage;
}

/**
 * Submits a payment (PAY-6) and retries once when the result is unknown, after calling `onRetry`. Forgets the intent once
 * its result is known.
 */
async function submitPayment(
  intent: PaymentIntent,
  isFirstAttempt: boolean,
  onRetry: () => void,
): Promise<PaymentResult> {
  let result = await send(intent, isFirstAttempt);
  if (result.kind === 'unknown') {
    onRetry();
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    result = await send(intent, false);
  }
  if (result.kind !== 'unknown') forgetIntent(intent.body.billing_account_id);
  return result;
}

/** Sends a payment; with the key of its intent, the server makes it once (PAY-6). */
async function send({ key, body }: PaymentIntent, isFirstAttempt: boolean): Promise<PaymentResult> {
  try {
    const headers = { 'Idempotency-Key': key };
    const payment = await call<typeof makePayment>('POST /payments/make-payment', { body, headers });
    // On a retry, “already made” refers to our own first attempt.
    return { kind: payment.alreadyMade && isFirstAttempt ? 'alreadyMade' : 'made', payment };
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (!isConclusive(error, isFirstAttempt)) return { kind: 'unknown' };
    return { kind: 'refused', refusal: refusalOf(error) };
  }
}
