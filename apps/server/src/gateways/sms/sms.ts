import type { ServiceState } from '../../platform/http/health.ts';
import type { Unavailable } from '../service-http.ts';

/** A text to send. */
export interface OutgoingText {
  /** E.164. */
  readonly to: string;
  readonly body: string;
  /** Address that the service calls with reports of the delivery. */
  readonly callbackUrl: string;
}

/** How far a text has come, from least to most certain. The last two are final. */
export const deliveryStatuses = ['accepted', 'sent', 'delivered', 'undelivered'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** A text as the service knows it. */
export interface SentText {
  /** The service's id. */
  readonly providerId: string;
  readonly status: DeliveryStatus;
  /** Why it was not delivered; names no person. */
  readonly reason: RefusalReason | null;
}

/** A callback about a delivery. */
export interface StatusCallback extends SentText {
  /** Id of the callback, the same however often it arrives. */
  readonly eventId: string;
}

/** Why a text cannot reach a number. Codes that the service splits over time are all `other`. */
export type RefusalReason = 'bad-number' | 'opted-out' | 'other';

/** Outcome of sending. No text in it names a person, so that it may be logged. */
export type SendResult =
  | { readonly outcome: 'accepted'; readonly text: SentText }
  /** The service will never send this text to this number. */
  | { readonly outcome: 'refused'; readonly reason: RefusalReason; readonly text: string }
  /** Certainly not sent; another attempt may succeed. */
  | Unavailable
  /** It may have been sent. */
  | { readonly outcome: 'unknown'; readonly text: string };

/** What the service knows of a text. */
export type LookupResult =
  | { readonly outcome: 'found'; readonly text: SentText }
  | { readonly outcome: 'not-found' }
  | Unavailable;

/** A text that may have been sent at some time. */
export interface TextQuery {
  readonly to: string;
  readonly body: string;
  /** When it may first have been sent. */
  readonly since: Date;
}

/** Fields of a callback, each once. */
export type CallbackFields = Readonly<Record<string, string>>;

/** A callback with its signature. */
export interface SignedCallback {
  /** The public address that was called, with its query. */
  readonly url: string;
  readonly fields: CallbackFields;
  readonly signature: string | undefined;
}

/** A text from a customer. */
export interface Reply {
  /** Id of the reply, the same however often it arrives. */
  readonly messageId: string;
  /** E.164. */
  readonly from: string;
  readonly body: string;
  /** How the service itself reads it: `STOP`, `START`, or `HELP`; null where it does not say. */
  readonly optOutType: string | null;
}

/** The service that sends texts. No call throws. */
export interface SmsGateway {
  send(text: OutgoingText): Promise<SendResult>;
  /** Looks for a text that may have been sent. */
  find(query: TextQuery): Promise<LookupResult>;
  /** Reads the status of a text. */
  read(providerId: string): Promise<LookupResult>;
  /** Whether the service signed a callback, with the current secret or the one before. Compares in constant time. */
  isSigned(callback: SignedCallback): boolean;
  /** Returns what a callback tells of a delivery; undefined if it cannot be read. */
  readStatus(fields: CallbackFields): StatusCallback | undefined;
  /** Returns a customer's text; undefined if it cannot be read. */
  readReply(fields: CallbackFields): Reply | undefined;
  state(): ServiceState;
}
