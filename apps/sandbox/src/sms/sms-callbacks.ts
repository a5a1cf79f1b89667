import { createHmac } from 'node:crypto';
import { postCallback } from '../callback.ts';
import type { Credentials } from '../credentials.ts';
import { newSid, type SmsMessage, type SmsStore } from './sms.store.ts';
import { type SmsOutcome, startWords, stopWords } from './sms-names.ts';

const notDeliveredCode = 30003;

export type SmsCallbacks = ReturnType<typeof createSmsCallbacks>;

/** Sends the portal the status of texts and the replies of customers. Every callback is signed. */
export function createSmsCallbacks({ texts, stops }: SmsStore, portalUrl: string, credentials: Credentials) {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken } = credentials;

  const post = (url: string, fields: Record<string, string>): Promise<number | null> => {
    const body = { AccountSid: accountSid, ApiVersion: '2010-04-01', ...fields };
    const headers = { 'x-twilio-signature': signatureOf(url, body, authToken) };
    return postCallback(url, headers, new URLSearchParams(body));
  };

  const tell = async (message: SmsMessage, status: string, errorCode: number | null): Promise<void> => {
    if (message.callbackUrl === null) return;
    await post(message.callbackUrl, {
      MessageSid: message.sid,
      SmsSid: message.sid,
      MessageStatus: status,
      SmsStatus: status,
      From: message.sender,
      To: message.recipient,
      ...(errorCode === null ? {} : { ErrorCode: String(errorCode) }),
    });
  };

  return {
    /** Delivers a text, or fails to, as its number selects, and tells so. */
    async deliver(message: SmsMessage, outcome: SmsOutcome | undefined): Promise<void> {
      const final = outcome === 'undelivered' ? 'undelivered' : 'delivered';
      const errorCode = outcome === 'undelivered' ? notDeliveredCode : null;
      texts.update({ sid: message.sid }, { status: final, errorCode });
      for (const status of toldOf(final, outcome))
        await tell(message, status, status === final ? errorCode : null);
    },
    /** Tells what a customer replied, and remembers STOP. Returns the portal's status; null without a response. */
    async reply(from: string, to: string, body: string): Promise<number | null> {
      const word = body.trim().toUpperCase();
      if (stopWords.includes(word)) stops.insertNew({ phoneNumber: from });
      if (startWords.includes(word)) stops.delete({ phoneNumber: from });
      const sid = newSid();
      const fields = { MessageSid: sid, SmsMessageSid: sid, SmsSid: sid, NumMedia: '0', NumSegments: '1' };
      return await post(`${portalUrl}/hooks/sms/incoming`, { ...fields, From: from, To: to, Body: body });
    },
  };
}

/** Returns the statuses that callbacks tell, in their order. */
function toldOf(final: string, outcome: SmsOutcome | undefined): string[] {
  if (outcome === 'silent') return [];
  if (outcome === 'out-of-order') return [final, 'sent'];
  return outcome === 'twice' ? ['sent', 'sent', final, final] : ['sent', final];
}

/** Returns the signature of a callback: base64 of HMAC-SHA1 over the address and every field, sorted by name. */
export function signatureOf(url: string, fields: Readonly<Record<string, string>>, secret: string): string {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHmac('sha1', secret)
    .update(url + sorted.flat().join(''))
    .digest('base64');
}
