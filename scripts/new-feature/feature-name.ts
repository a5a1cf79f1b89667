/** A feature's name in the forms that code and people use. */
export interface FeatureName {
  /** `hero-discount`: paths, files, texts. */
  readonly word: string;
  /** `heroDiscount`: values. */
  readonly camel: string;
  /** `HeroDiscount`: types and components. */
  readonly pascal: string;
  /** `Hero discount`: what people read. */
  readonly title: string;
}

const longestWord = 30;
/** Words that say nothing about what a customer does. */
const emptyWords = [
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

/** Returns why a word cannot name a feature; undefined when it can. */
export function objectionToWord(word: string): string | undefined {
  if (word === '') return 'A feature needs a word, as in: npm run new-feature speed-test';
  if (!/^[a-z]+(-[a-z]+)*$/.test(word)) {
    return `"${word}" is not a feature word: use lowercase letters, with single hyphens between parts, as in speed-test.`;
  }
  if (word.length > longestWord) return `"${word}" is longer than ${longestWord} letters.`;
  const empty = word.split('-').find((part) => emptyWords.includes(part));
  return empty && `"${empty}" says nothing about what a customer does; use the word on the screen.`;
}

/** Returns the forms of a valid word. */
export function spellFeature(word: string): FeatureName {
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
