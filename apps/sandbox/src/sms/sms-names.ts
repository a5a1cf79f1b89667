/** What a phone number selects by its last digits, whatever its area code. */
export interface SmsFault {
  /** Exchange and line: `(614) 555-0901`. */
  readonly ending: string;
  readonly outcome: SmsOutcome;
  readonly meaning: string;
}

export type SmsOutcome =
  | 'bad-number'
  | 'opted-out'
  | 'undelivered'
  | 'lost'
  | 'out-of-order'
  | 'silent'
  | 'busy'
  | 'twice';

export const smsFaults: readonly SmsFault[] = [
  // Twilio's own for test credentials: +1 (500) 555-….
  { ending: '5550001', outcome: 'bad-number', meaning: 'Refused: not a valid number (21211).' },
  { ending: '5550004', outcome: 'opted-out', meaning: 'Refused: STOP was sent from it (21610).' },
  { ending: '5550901', outcome: 'bad-number', meaning: 'Refused: not a valid number (21211).' },
  { ending: '5550902', outcome: 'opted-out', meaning: 'Refused: STOP was sent from it (21610).' },
  { ending: '5550903', outcome: 'undelivered', meaning: 'Accepted, then undelivered (30003).' },
  { ending: '5550904', outcome: 'lost', meaning: 'Sent, but the response to the first call is lost.' },
  { ending: '5550905', outcome: 'out-of-order', meaning: 'Delivered is reported before sent.' },
  { ending: '5550906', outcome: 'silent', meaning: 'Delivered, but no callback tells so.' },
  {
    ending: '5550907',
    outcome: 'busy',
    meaning: 'Too many calls (20429) the first time, accepted the next time.',
  },
  { ending: '5550908', outcome: 'twice', meaning: 'Each callback is sent twice.' },
];

/** Returns what a number selects, if anything. */
export function smsOutcomeOf(to: string): SmsOutcome | undefined {
  return smsFaults.find(({ ending }) => to.endsWith(ending))?.outcome;
}

/** Words that stop texts, and that start them again. */
export const stopWords: readonly string[] = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'];
export const startWords: readonly string[] = ['START', 'YES', 'UNSTOP'];
