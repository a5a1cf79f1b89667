/** Returns text that is safe on a terminal: control characters become spaces. */
export function plainText(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
