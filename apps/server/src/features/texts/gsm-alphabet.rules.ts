/** The basic alphabet of texts (3GPP TS 23.038, 6.2.1), without its control characters. */
export const basicAlphabet =
  '@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà\n';
/** Its extension: each of these takes two places. */
export const extendedAlphabet = '^{}\\[~]|€';
const typographic: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
};

/** Returns a text in the alphabet of texts, as far as letters can go without their accents: “sáb” becomes “sab”. */
export function toGsmAlphabet(text: string): string {
  return [...text.normalize('NFC')].map(gsmCharacter).join('');
}

function gsmCharacter(character: string): string {
  if (basicAlphabet.includes(character) || extendedAlphabet.includes(character)) return character;
  if (/\s/.test(character)) return ' ';
  const plain = typographic[character] ?? character.normalize('NFD').replace(/\p{M}/gu, '');
  return plain === '' ? character : plain;
}
