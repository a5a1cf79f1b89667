import { useCallback, useEffect, useRef, useState } from 'react';
import { carryOut, type PaymentAnswer } from './carry-out.ts';
import {
  findIntent,
  forgetIntent,
  intentFor,
  type PaymentBody,
  type PaymentIntent,
} from './payment-intent.ts';

/** A reload this soon after the press goes on by itself; later the customer is asked first. */
const goesOnWithinMs = 120_000;

/** Where a payment stands; `body` is what was sent. */
export type PaymentProgress =
  | { readonly phase: 'ready' }
  | { readonly phase: 'sending' | 'confirming'; readonly body: PaymentBody }
  | { readonly phase: 'answered'; readonly answer: PaymentAnswer; readonly body: PaymentBody };

function progressAtStart(billingAccountId: string): PaymentProgress {
  const intent = findIntent(billingAccountId, Date.now());
  return intent ? { phase: 'answered', answer: { kind: 'unknown' }, body: intent.body } : { phase: 'ready' };
}

/**
 * Told about every answer before it shows; what it waits for is waited for. `isOnPage` is false where the customer
 * went elsewhere meanwhile.
 */
type OnAnswer = (answer: PaymentAnswer, isOnPage: boolean) => void | Promise<void>;

/**
 * The payment of the form: pressing sends one intent, nothing more is sent while it is out, and after a reload it
 * goes on where it was (PAY-6).
 */
export function useMakePayment(billingAccountId: string, onAnswer: OnAnswer) {
  const [progress, setProgress] = useState(() => progressAtStart(billingAccountId));
  const isBusy = useRef(false);
  const isOnPage = useRef(true);
  const latestOnAnswer = useRef(onAnswer);
  useEffect(() => {
    latestOnAnswer.current = onAnswer;
  });

  const run = useCallback(async ({ body, ...intent }: PaymentIntent, isFirstSending: boolean) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      setProgress({ phase: isFirstSending ? 'sending' : 'confirming', body });
      const answer = await carryOut({ body, ...intent }, isFirstSending, () =>
        setProgress({ phase: 'confirming', body }),
      );
      await latestOnAnswer.current(answer, isOnPage.current);
      setProgress({ phase: 'answered', answer, body });
    } finally {
      isBusy.current = false;
    }
  }, []);

  useEffect(() => {
    isOnPage.current = true;
    const intent = findIntent(billingAccountId, Date.now());
    if (intent && Date.now() - intent.sentAt < goesOnWithinMs) void run(intent, false);
    return () => {
      isOnPage.current = false;
    };
  }, [billingAccountId, run]);

  /** Sends what the form holds; a second press while it is out does nothing. */
  function pay(body: PaymentBody): void {
    if (isBusy.current) return;
    const out = findIntent(billingAccountId, Date.now());
    const intent = intentFor(body, Date.now());
    void run(intent, out?.key !== intent.key);
  }

  /** Asks once more for the intent that is out. */
  function askAgain(): void {
    const intent = findIntent(billingAccountId, Date.now());
    if (intent) void run(intent, false);
    else setProgress({ phase: 'ready' });
  }

  /** Back to the form; what was out is given up, and the balance seen guards against paying it twice. */
  function startOver(): void {
    forgetIntent(billingAccountId);
    setProgress({ phase: 'ready' });
  }

  return { progress, pay, askAgain, startOver };
}
