/** What a frame says, as it came. */
export type FrameFields = Readonly<Record<string, unknown>>;

/** Returns what a frame said (METHODS-8); undefined for any other window or origin, and for anything that is no JSON object. */
export function readFrameMessage(
  { source, origin, data }: Pick<MessageEvent, 'source' | 'origin' | 'data'>,
  sender: { readonly window: unknown; readonly origin: string },
): FrameFields | undefined {
  const isFrame = Boolean(source) && source === sender.window && origin === sender.origin;
  if (!isFrame || typeof data !== 'string') return undefined;
  try {
    const message: unknown = JSON.parse(data);
    return typeof message === 'object' && message !== null ? (message as FrameFields) : undefined;
  } catch {
    return undefined;
  }
}

/** What the form of either service says. */
export type FrameMessage =
  | { readonly kind: 'height'; readonly pixels: number }
  | { readonly kind: 'scroll'; readonly y: number }
  | { readonly kind: 'ticket'; readonly ticket: string }
  /** Why, in the service's words or codes. */
  | { readonly kind: 'refused'; readonly words?: string | undefined; readonly codes?: readonly string[] }
  | {
      readonly kind: 'reload' | 'invalid' | 'ready' | 'start' | 'complete' | 'cancel' | 'help';
    };

/** Returns a message of TranSafe's frame, `{type, content}`; undefined for one that the page does not know. */
export function readTransafeMessage({ type, content }: FrameFields): FrameMessage | undefined {
  if (type === 'height') return heightOf(content);
  if (type === 'reload') return { kind: 'reload' };
  if (type === 'formSubmissionInvalid') return { kind: 'invalid' };
  if (type !== 'paymentSubmitted') return undefined;
  const { code, ticket, verbiage } = fieldsOf(content);
  if (code === 'AUTH' && typeof ticket === 'string' && ticket !== '') return { kind: 'ticket', ticket };
  return { kind: 'refused', words: wordsOf(verbiage) };
}

const chaseKinds = {
  hpfReady: 'ready',
  startPayment: 'start',
  completePayment: 'complete',
  cancelPayment: 'cancel',
  whatsThis: 'help',
} as const;

/**
 * Codes of single fields: the form itself says what is wrong with them. 360 (declined) and 365 (too many tries) are about the
 * card or the form as a whole.
 */
const fieldCode = /^(?!360|365)(?:[23]\d\d|5[0-5]\d)$/;

/** Returns a message of Chase's form, `{subject, data}`; undefined for one that the page does not know. */
export function readChaseMessage({ subject, data }: FrameFields): FrameMessage | undefined {
  if (subject === 'height') return heightOf(data);
  if (subject === 'scrollRelay') {
    const { y } = fieldsOf(data);
    return typeof y === 'number' && Number.isFinite(y) ? { kind: 'scroll', y } : undefined;
  }
  if (subject === 'handlePaymentErrors') return errorsOf(fieldsOf(data));
  const kind = Object.entries(chaseKinds).find(([name]) => name === subject)?.[1];
  return kind && { kind };
}

function errorsOf({ errorCode, delimiter }: FrameFields): FrameMessage {
  const parts = typeof errorCode === 'string' ? errorCode.split(wordsOf(delimiter) ?? '|') : errorCode;
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

function wordsOf(text: unknown): string | undefined {
  return typeof text === 'string' && text.trim() !== '' ? text.trim().slice(0, longestWords) : undefined;
}
