import type { DeliveryStatus } from '../../gateways/sms/sms.ts';
import type { RowOf } from '../../platform/database/tables.ts';

export type TextState = RowOf<'text_message'>['state'];

/** Time after each attempt that certainly sent nothing, in seconds. After the last one a mail sends the notification instead. */
const backOffSeconds = [10, 30, 120, 600];
/** When to ask for the status of a sent text, in seconds after the previous question: callbacks can get lost. */
const questionSeconds = [900, 3_600, 21_600, 86_400];

/** Nothing changes a text in one of these. */
export const finalStates: readonly TextState[] = ['DELIVERED', 'UNDELIVERED', 'DROPPED'];
/** States in the order in which a text goes through them. */
const rankOf: Readonly<Record<TextState, number>> = {
  WAITING: 0,
  SENDING: 1,
  SENT: 2,
  DELIVERED: 3,
  UNDELIVERED: 3,
  DROPPED: 3,
};
const stateOf: Readonly<Record<DeliveryStatus, TextState>> = {
  accepted: 'SENT',
  sent: 'SENT',
  delivered: 'DELIVERED',
  undelivered: 'UNDELIVERED',
};

/** Returns a text's state after a report of its delivery: never an earlier one, and never another than a final one. */
export function stateAfter(state: TextState, status: DeliveryStatus): TextState {
  const next = stateOf[status];
  return rankOf[next] > rankOf[state] ? next : state;
}

/** Returns whether nothing changes a text any more. */
export function isFinal(state: TextState): boolean {
  return finalStates.includes(state);
}

/** Returns whether nothing is known to have been sent. */
export function isUnsent(state: TextState): boolean {
  return rankOf[state] < rankOf.SENT;
}

/** Returns when to try again after this number of attempts, from 1; undefined to send the notification by mail. */
export function nextAttemptAt(attempts: number, now: Date): Date | undefined {
  return after(backOffSeconds[attempts - 1], now);
}

/** Returns when to ask about a sent text again after this number of questions; undefined to leave it as it is. */
export function nextQuestionAt(questions: number, now: Date): Date | undefined {
  return after(questionSeconds[questions], now);
}

function after(seconds: number | undefined, now: Date): Date | undefined {
  return seconds === undefined ? undefined : new Date(now.getTime() + seconds * 1_000);
}
