/** Why a mail server did not accept a mail. The message names no person, so that it may be logged. */
export class DeliveryError extends Error {
  /** Whether the server refused this mail for good, so that another attempt is useless. */
  readonly isFinal: boolean;
  /** The server's own text, which may quote an address; null without an answer. Never log it. */
  readonly serverText: string | null;

  constructor(reason: string, { isFinal, serverText }: { isFinal: boolean; serverText: string | null }) {
    super(reason);
    this.name = 'DeliveryError';
    this.isFinal = isFinal;
    this.serverText = serverText;
  }
}
