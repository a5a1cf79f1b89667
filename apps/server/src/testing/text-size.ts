import { basicAlphabet, extendedAlphabet } from '../features/texts/gsm-alphabet.rules.ts';

const singleText = { gsm: 160, other: 70 } as const;
const partOfSeveral = { gsm: 153, other: 67 } as const;

/** Returns how a text is sent: the alphabet that it needs, which one character can change for all, and how many parts it takes. */
export function sizeOf(text: string) {
  const isGsm = [...text].every((character) => (basicAlphabet + extendedAlphabet).includes(character));
  const alphabet = isGsm ? 'gsm' : 'other';
  const wide = isGsm ? [...text].filter((character) => extendedAlphabet.includes(character)).length : 0;
  const places = text.length + wide;
  const parts = places <= singleText[alphabet] ? 1 : Math.ceil(places / partOfSeveral[alphabet]);
  return { alphabet, parts };
}
