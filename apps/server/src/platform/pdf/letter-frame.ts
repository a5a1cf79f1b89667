import { type Language, languageEntries } from '@myaccount/contract/languages';
import { translator } from '../texts.ts';
import { addressWindow, type EnvelopeAddress } from './address-window.ts';
import { type Letterhead, letterheadImages, shownAddress } from './letterhead.ts';

/** Account number, names and address of a letter. */
export interface Addressee extends EnvelopeAddress {
  readonly accountNumber: string;
}

/** Returns a date or an amount so that no line breaks within it. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

/** A label with its value, which may have several lines. */
export interface Fact {
  readonly label: string;
  readonly lines: readonly string[];
}

/** Returns what every letter prints around its body. `title` names the document; `day` (`YYYY-MM-DD`) dates it. */
export function letterFrame(
  letter: Addressee & { readonly language: Language; readonly letterhead: Letterhead },
  title: string,
  day: string,
) {
  const { language, letterhead, accountNumber } = letter;
  const t = translator(language);
  const window = addressWindow(letter);
  const { name, color, logo, supportPhone, supportEmail, portalUrl } = letterhead;
  return {
    language,
    region: new Intl.Locale(languageEntries[language].locale).region ?? null,
    date: day.split('-').map(Number),
    title,
    letterhead: {
      name,
      color,
      image: letterheadImages(logo)[0]?.path ?? null,
      imageAlt: t('letter.logo', { brand: name }),
      lines: letterhead.addressLines,
    },
    runningTitle: t('letter.runningTitle', { title, account: accountNumber }),
    contactLine: [name, supportPhone, supportEmail, shownAddress(portalUrl)].join(' · '),
    pageOf: t('letter.pageOf'),
    address: window.lines,
    isAddressSmall: window.isSmall,
    // For a letter whose envelope's window cuts the names.
    fullName: window.isNameCut ? ({ label: t('letter.holder'), lines: window.names } satisfies Fact) : null,
  };
}
