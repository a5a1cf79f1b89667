/** A feature's word in the forms that code and people use. */
export interface FeatureWord {
  /** `hero-discount`: paths, files, texts. */
  word: string;
  /** `heroDiscount`: values. */
  camel: string;
  /** `HeroDiscount`: types and components. */
  pascal: string;
  /** `Hero discount`: what people read. */
  title: string;
}

const LONGEST_WORD = 30;
/** They say nothing about what a customer does. */
const EMPTY_WORDS = [
  'common',
  'constants',
  'feature',
  'helper',
  'helpers',
  'impl',
  'index',
  'manager',
  'misc',
  'new',
  'shared',
  'types',
  'util',
  'utils',
];

/** Why a word cannot name a feature; undefined when it can. */
export function refuseWord(word: string): string | undefined {
  if (word === '') return 'A feature needs a word, as in: npm run new-feature gift-card';
  if (!/^[a-z]+(-[a-z]+)*$/.test(word)) {
    return `"${word}" is no feature word: small letters a to z, parts joined by single hyphens, as in gift-card.`;
  }
  if (word.length > LONGEST_WORD) return `"${word}" is longer than ${LONGEST_WORD} letters.`;
  const empty = word.split('-').find((part) => EMPTY_WORDS.includes(part));
  return empty && `"${empty}" says nothing about what a customer does; take the word of the screen.`;
}

/** The forms of a word that was not refused. */
export function spellFeature(word: string): FeatureWord {
  const capitalize = (part: string) => part.charAt(0).toUpperCase() + part.slice(1);
  const parts = word.split('-');
  const pascal = parts.map(capitalize).join('');
  return {
    word,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    title: capitalize(parts.join(' ')),
  };
}
