import { type TagFault, tagOf } from '../tag-fault.ts';

/** Faults of the mail server. */
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
] as const satisfies readonly TagFault[];

/** The fault that an address selects, if any. */
export function smtpFaultOf(address: string) {
  return tagOf(smtpFaults, address);
}
