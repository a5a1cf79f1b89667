import { type Language, translator } from '../texts.ts';
import { addressWindow } from './address-window.ts';
import { type Letterhead, printedLetterhead, shownAddress } from './letterhead.ts';

/** Who a letter goes to. */
export interface Addressee {
  readonly accountNumber: string;
  readonly holderName: string;
  readonly businessName: string | null;
  /** Street line(s) and city line, without the name. */
  readonly billingAddress: readonly string[];
}

interface Letter extends Addressee {
  readonly language: Language;
  readonly letterhead: Letterhead;
}

/** A label with its value, which may take several lines. */
export interface Fact {
  readonly label: string;
  readonly lines: readonly string[];
}

/** What every letter prints around its body; `title` names the document, `day` (`YYYY-MM-DD`) dates it. */
export function letterFrame(letter: Letter, title: string, day: string) {
  const { language, letterhead, accountNumber } = letter;
  const t = translator(language);
  const { name, supportPhone, supportEmail, portalUrl } = letterhead;
  return {
    language,
    date: day.split('-').map(Number),
    title,
    letterhead: printedLetterhead(letterhead, t('letter.logo', { brand: name })),
    runningTitle: t('letter.runningTitle', { title, account: accountNumber }),
    contactLine: [name, supportPhone, supportEmail, shownAddress(portalUrl)].join(' · '),
    pageOf: t('letter.pageOf'),
    address: addressWindow(letter).lines,
    fullName: fullNameOf(letter),
  };
}

/** The names in full, where the window of the envelope had no room for them. */
function fullNameOf(letter: Letter): Fact | null {
  if (!addressWindow(letter).isNameCut) return null;
  const names = [letter.businessName, letter.holderName].filter((name) => name !== null);
  return { label: translator(letter.language)('letter.holder'), lines: names };
}
