import type { Reply } from '../../gateways/sms/sms.ts';

/** What a customer's text asks for. */
export type Keyword = 'stop' | 'start' | 'help';

/** Whole texts that the carriers know, and those that readers of Spanish send. */
const keywords: Readonly<Record<Keyword, readonly string[]>> = {
  stop: [
    'STOP',
    'STOPALL',
    'UNSUBSCRIBE',
    'CANCEL',
    'END',
    'QUIT',
    'OPTOUT',
    'REVOKE',
    'ALTO',
    'PARE',
    'PARAR',
  ],
  start: ['START', 'YES', 'UNSTOP'],
  help: ['HELP', 'INFO', 'AYUDA'],
};

/** Returns what a customer's text asks for; undefined for any other text. The service's own reading comes first. */
export function keywordOf({ optOutType, body }: Pick<Reply, 'optOutType' | 'body'>): Keyword | undefined {
  const word = (optOutType ?? body).toUpperCase().replaceAll(/[^\p{L}]/gu, '');
  return (['stop', 'start', 'help'] as const).find((keyword) => keywords[keyword].includes(word));
}
