import { useCallback, useEffect, useRef, useState } from 'react';
import {
  findIntent,
  forgetIntent,
  intentFor,
  type PaymentBody,
  type PaymentIntent,
} from './payment-intent.ts';
import { type PaymentResult, submitPayment } from './submit-payment.ts';

/** A reload within this time resumes the payment automatically; later the customer decides. */
const resumesWithinMs = 120_000;

/** Progress of a payment; `body` is the request body. */
export type PaymentProgress =
  | { readonly phase: 'ready' }
  | { readonly phase: 'sending' | 'confirming'; readonly body: PaymentBody }
  | { readonly phase: 'done'; readonly result: PaymentResult; readonly body: PaymentBody };

function progressAtStart(billingAccountId: string): PaymentProgress {
  const intent = findIntent(billingAccountId, Date.now());
  return intent ? { phase: 'done', result: { kind: 'unknown' }, body: intent.body } : { phase: 'ready' };
}

/**
 * Called with each result before the form shows it; the form waits for its promise. `isOnPage` is false when the customer
 * has left the page.
 */
type OnResult = (result: PaymentResult, isOnPage: boolean) => void | Promise<void>;

/**
 * Submits the form’s payment as one intent. Sends nothing else while its result is unknown, and resumes after a reload
 * (PAY-6).
 */
export function useMakePayment(billingAccountId: string, onResult: OnResult) {
  const [progress, setProgress] = useState(() => progressAtStart(billingAccountId));
  const isBusy = useRef(false);
  const isOnPage = useRef(true);
  const latestOnResult = useRef(onResult);
  useEffect(() => {
    latestOnResult.current = onResult;
  });

  const run = useCallback(async ({ body, ...intent }: PaymentIntent, isFirstAttempt: boolean) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      setProgress({ phase: isFirstAttempt ? 'sending' : 'confirming', body });
      const result = await submitPayment({ body, ...intent }, isFirstAttempt, () =>
        setProgress({ phase: 'confirming', body }),
      );
      await latestOnResult.current(result, isOnPage.current);
      setProgress({ phase: 'done', result, body });
    } finally {
      isBusy.current = false;
    }
  }, []);

  useEffect(() => {
    isOnPage.current = true;
    const intent = findIntent(billingAccountId, Date.now());
    if (intent && Date.now() - intent.sentAt < resumesWithinMs) void run(intent, false);
    return () => {
      isOnPage.current = false;
    };
  }, [billingAccountId, run]);

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
    if (intent) void run(intent, false);
    else setProgress({ phase: 'ready' });
  }

  /** Returns to the form and drops the intent. `seenBalance` guards against paying twice. */
  function startOver(): void {
    forgetIntent(billingAccountId);
    setProgress({ phase: 'ready' });
  }

  return { progress, pay, retry, startOver };
}
