const directionControls = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Returns a name for use in a sentence. Puts a right-to-left name between Unicode isolates, so that the words and
 * numbers around it keep their order.
 */
export function isolatedName(name: string): string {
  const bare = name.replace(directionControls, '');
  return rightToLeft.test(bare) ? `\u2068${bare}\u2069` : bare;
}

/** Returns the name, cut with an ellipsis to `maximum` graphemes. */
export function shortenedName(name: string, maximum: number): string {
  const trimmed = name.trim();
  // No grapheme is shorter than a code unit, and counting them is slow.
  if (trimmed.length <= maximum) return trimmed;
  const characters = Array.from(graphemes.segment(trimmed), ({ segment }) => segment);
  if (characters.length <= maximum) return trimmed;
  return `${characters
    .slice(0, maximum - 1)
    .join('')
    .trimEnd()}…`;
}
