/** An SMTP fault that a tag in the address selects, as in `ann+smtp550@example.com`. */
export interface SmtpFault {
  readonly tag: string;
  readonly meaning: string;
}

export const smtpFaults = [
  { tag: 'smtp451', meaning: 'Mailbox busy (451) every time.' },
  { tag: 'smtpgrey', meaning: 'Refused (451) the first time, accepted the next time.' },
  { tag: 'smtp550', meaning: 'No such mailbox (550). The answer quotes the address.' },
  { tag: 'smtp554', meaning: 'Refused (554) after the whole mail was sent.' },
  { tag: 'smtpslow', meaning: 'Accepted after about 8 seconds.' },
  {
    tag: 'smtpdrop',
    meaning: 'Stored, but the connection drops before the first confirmation. A retry stores the mail twice.',
  },
] as const satisfies readonly SmtpFault[];

export type SmtpFaultTag = (typeof smtpFaults)[number]['tag'];

/** The fault that an address selects, if any. */
export function smtpFaultOf(address: string): SmtpFaultTag | undefined {
  const localPart = address.slice(0, address.lastIndexOf('@')).toLowerCase();
  const tags = new Set(localPart.split('+').slice(1));
  return smtpFaults.find(({ tag }) => tags.has(tag))?.tag;
}
