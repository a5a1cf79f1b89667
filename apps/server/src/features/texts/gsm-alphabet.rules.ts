/** The basic alphabet of texts (3GPP TS 23.038, 6.2.1), without its control characters. */
const basic =
  '@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà\n';
/** Its extension: each of these takes two places. */
const extension = '^{}\\[~]|€';
const typographic: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
};

const singleText = { gsm: 160, other: 70 } as const;
const partOfSeveral = { gsm: 153, other: 67 } as const;

/** How a text is sent: the alphabet that it needs, and how many parts it takes. */
export interface TextSize {
  readonly alphabet: keyof typeof singleText;
  readonly places: number;
  readonly parts: number;
}

/** Returns a text in the alphabet of texts, as far as letters can go without their accents: “sáb” becomes “sab”. */
export function toGsmAlphabet(text: string): string {
  return [...text.normalize('NFC')].map(gsmCharacter).join('');
}

function gsmCharacter(character: string): string {
  if (basic.includes(character) || extension.includes(character)) return character;
  if (/\s/.test(character)) return ' ';
  const plain = typographic[character] ?? character.normalize('NFD').replace(/\p{M}/gu, '');
  return plain === '' ? character : plain;
}

/** Returns how a text is sent. One character outside the alphabet makes all of them take more place. */
export function sizeOf(text: string): TextSize {
  const isGsm = [...text].every((character) => basic.includes(character) || extension.includes(character));
  const alphabet = isGsm ? 'gsm' : 'other';
  const wide = isGsm ? [...text].filter((character) => extension.includes(character)).length : 0;
  const places = text.length + wide;
  const parts = places <= singleText[alphabet] ? 1 : Math.ceil(places / partOfSeveral[alphabet]);
  return { alphabet, places, parts };
}
