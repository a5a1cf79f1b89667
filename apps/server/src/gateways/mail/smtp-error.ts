import { DeliveryError } from '../../platform/outbox/delivery-error.ts';

/** What nodemailer adds to its errors. `response` and the message quote addresses. */
interface SmtpError {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  /** The command that failed; `API` when nodemailer refused without asking the server. */
  readonly command?: unknown;
}

/** Commands that speak about one mail. A refusal of a greeting or a sign-in says nothing about the mail. */
const mailCommands: readonly unknown[] = ['MAIL FROM', 'RCPT TO', 'DATA'];
const firstPermanentReply = 500;
/** RFC 3463: class, subject, detail. */
const enhancedStatus = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/;

/**
 * Returns an error of nodemailer without addresses. It is final if the server answered a mail command with 5yz (RFC
 * 5321, 4.2.1), or if no server could accept the address.
 */
export function deliveryErrorOf(error: unknown): DeliveryError {
  const { code, responseCode, response, command } = error as SmtpError;
  const serverText = typeof response === 'string' ? response : null;
  const isRefused =
    typeof responseCode === 'number' && responseCode >= firstPermanentReply && mailCommands.includes(command);
  const isImpossible = code === 'EENVELOPE' && command === 'API';
  const status = serverText === null ? undefined : enhancedStatus.exec(serverText)?.[1];
  const reason = [responseCode, status, code].filter(Boolean).join(' ') || 'unexpected error';
  const at = typeof command === 'string' ? ` at ${command}` : '';
  return new DeliveryError(`${reason}${at}`, { isFinal: isRefused || isImpossible, serverText });
}
