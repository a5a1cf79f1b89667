/** What can go wrong with a mail; a tag in the address chooses it, as in `ann+smtp550@example.com`. */
export interface SmtpFault {
  readonly tag: string;
  readonly meaning: string;
}

export const smtpFaults = [
  { tag: 'smtp451', meaning: 'The mailbox is busy (451) every time.' },
  { tag: 'smtpgrey', meaning: 'Refused for now (451) the first time, taken the next time.' },
  { tag: 'smtp550', meaning: 'No such mailbox (550).' },
  { tag: 'smtpslow', meaning: 'Taken, but the “yes” takes about 8 seconds.' },
  {
    tag: 'smtpdrop',
    meaning:
      'Taken, but the connection drops before the “yes” the first time: a mail that is sent again comes twice.',
  },
] as const satisfies readonly SmtpFault[];

export type SmtpFaultTag = (typeof smtpFaults)[number]['tag'];

/** The fault that an address asks for, if any. */
export function smtpFaultOf(address: string): SmtpFaultTag | undefined {
  const localPart = address.slice(0, address.lastIndexOf('@')).toLowerCase();
  const tags = new Set(localPart.split('+').slice(1));
  return smtpFaults.find(({ tag }) => tags.has(tag))?.tag;
}
