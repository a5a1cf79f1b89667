/** What a frame says, as it came. */
export type FrameFields = Readonly<Record<string, unknown>>;

/** Returns what a frame said (METHODS-8); undefined for any other window or origin, and for anything that is no object, in JSON or as it is. */
export function readFrameMessage(
  { source, origin, data }: Pick<MessageEvent, 'source' | 'origin' | 'data'>,
  sender: { readonly window: unknown; readonly origin: string },
): FrameFields | undefined {
  const isFrame = Boolean(source) && source === sender.window && origin === sender.origin;
  if (!isFrame) return undefined;
  try {
    const message: unknown = typeof data === 'string' ? JSON.parse(data) : data;
    return typeof message === 'object' && message !== null ? (message as FrameFields) : undefined;
  } catch {
    return undefined;
  }
}

/** What Chase's form says, by its own words for it. */
const chaseKinds = {
  init: 'init',
  hpfReady: 'ready',
  startPayment: 'start',
  completePayment: 'complete',
  cancelPayment: 'cancel',
  whatsThis: 'help',
  scrollRelay: 'scroll',
} as const;

/** What the form of either service says. */
export type FrameMessage =
  | { readonly kind: 'height'; readonly pixels: number }
  | { readonly kind: 'ticket'; readonly ticket: string }
  /** Why, in the service's words or codes. */
  | { readonly kind: 'refused'; readonly words?: string | undefined; readonly codes?: readonly string[] }
  | { readonly kind: 'reload' | 'invalid' | (typeof chaseKinds)[keyof typeof chaseKinds] };

/** Returns a message of TranSafe's frame, `{type, content}`; undefined for one that the page does not know. */
export function readTransafeMessage({ type, content }: FrameFields): FrameMessage | undefined {
  if (type === 'height') return heightOf(content);
  if (type === 'reload') return { kind: 'reload' };
  if (type === 'formSubmissionInvalid') return { kind: 'invalid' };
  if (type !== 'paymentSubmitted') return undefined;
  const { code, ticket, verbiage } = fieldsOf(content);
  if (code === 'AUTH' && typeof ticket === 'string' && ticket !== '') return { kind: 'ticket', ticket };
  return { kind: 'refused', words: readWords(verbiage) };
}

/** [N] The members of a message of Chase's form, and of its answer. */
const chaseMembers = { id: 'id', subject: 'subject', data: 'data', response: 'response' } as const;

const errorSubject = 'handlePaymentErrors';
const callbacks = Object.fromEntries([errorSubject, ...Object.keys(chaseKinds)].map((name) => [name, true]));

/**
 * Codes of single fields: the form itself says what is wrong with them. 360 (declined) and 365 (too many tries) are about the
 * card or the form as a whole.
 */
const fieldCode = /^(?!360|365)(?:[23]\d\d|5[0-5]\d)$/;

/** Returns a message of Chase's form; undefined for one that the page does not know. */
export function readChaseMessage(fields: FrameFields): FrameMessage | undefined {
  const { [chaseMembers.subject]: subject, [chaseMembers.data]: data } = fields;
  if (subject === errorSubject) return errorsOf(fieldsOf(data));
  const kind = Object.entries(chaseKinds).find(([name]) => name === subject)?.[1];
  return kind && { kind };
}

/** Returns the answer to a message of Chase's form, which waits for each. After `init` it is what the page listens to. */
export function answerChaseMessage(fields: FrameFields): FrameFields {
  return { [chaseMembers.id]: fields[chaseMembers.id], [chaseMembers.response]: { callbacks } };
}

function errorsOf({ errorCode, delimiter }: FrameFields): FrameMessage {
  const parts = typeof errorCode === 'string' ? errorCode.split(readWords(delimiter) ?? '|') : errorCode;
  const codes = (Array.isArray(parts) ? parts : []).filter(
    (code): code is string => typeof code === 'string' && /^\d{1,6}$/.test(code),
  );
  const isOfFields = codes.length > 0 && codes.every((code) => fieldCode.test(code));
  return isOfFields ? { kind: 'invalid' } : { kind: 'refused', codes };
}

const lowest = 120;
const highest = 2_400;

function heightOf(content: unknown): FrameMessage | undefined {
  const pixels = Number(content);
  if (!Number.isFinite(pixels) || pixels <= 0) return undefined;
  return { kind: 'height', pixels: Math.min(highest, Math.max(lowest, Math.ceil(pixels))) };
}

function fieldsOf(content: unknown): FrameFields {
  return typeof content === 'object' && content !== null ? (content as FrameFields) : {};
}

const longestWords = 200;

function readWords(text: unknown): string | undefined {
  return typeof text === 'string' && text.trim() !== '' ? text.trim().slice(0, longestWords) : undefined;
}
