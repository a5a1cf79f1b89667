/** Text from outside as it may stand on a terminal: without control characters, which could write anything there. */
export function plainText(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
