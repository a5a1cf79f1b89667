import { formatMonthDay } from '@myaccount/contract/dates';
import { type Language, languageEntries } from '@myaccount/contract/languages';
import { dayOf } from '../../platform/business-day.ts';
import { translator } from '../../platform/texts.ts';
import { toGsmAlphabet } from './gsm-alphabet.rules.ts';
import type { Notification } from './notification.rules.ts';

/** Whose text it is, and where days begin. */
export interface TextFrame {
  readonly brandName: string;
  readonly supportPhone: string;
  readonly timeZone: string;
}

/** Returns the words of a text: short, in the alphabet of texts, with the link or whom to call, and how to stop them. */
export function textBody(
  { kind, values }: Pick<Notification, 'kind' | 'values'>,
  language: Language,
  { brandName, supportPhone, timeZone }: TextFrame,
): string {
  const { url, startsAt, endsAt, technicianName } = values;
  const text = translator(language)(`texts.${kind}`, {
    brand: brandName,
    // An appointment is never a year away.
    day: formatMonthDay(dayOf(new Date(startsAt), timeZone), language),
    from: shortTime(new Date(startsAt), language, timeZone),
    to: shortTime(new Date(endsAt), language, timeZone),
    name: technicianName,
    url,
    phone: supportPhone,
    ...(technicianName && { context: 'named' }),
  });
  return toGsmAlphabet(text);
}

function shortTime(instant: Date, language: Language, timeZone: string): string {
  const { locale } = languageEntries[language];
  return new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' }).format(instant);
}
