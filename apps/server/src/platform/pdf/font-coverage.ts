/**
 * Returns the code points for which a TrueType or OpenType font has a glyph, from the subtables of its `cmap` table in
 * formats 4 (Basic Multilingual Plane) and 12 (all planes) of the OpenType specification. Throws if it has neither.
 */
export function coveredCharacters(font: Buffer): Set<number> {
  const covered = new Set<number>();
  for (const subtable of unicodeSubtables(font)) {
    const format = subtable.readUInt16BE(0);
    if (format === 4) addSegments(subtable, covered);
    if (format === 12) addGroups(subtable, covered);
  }
  if (covered.size === 0) throw new Error('Font without a Unicode character map');
  return covered;
}

const tableRecordsOffset = 12;
const tableRecordLength = 16;
const encodingRecordsOffset = 4;
const encodingRecordLength = 8;
const macintoshPlatform = 1;

function unicodeSubtables(font: Buffer): Buffer[] {
  const cmap = findTable(font, 'cmap');
  const count = cmap.readUInt16BE(2);
  return Array.from({ length: count }, (_, index) => encodingRecordsOffset + index * encodingRecordLength)
    .filter((record) => cmap.readUInt16BE(record) !== macintoshPlatform)
    .map((record) => cmap.subarray(cmap.readUInt32BE(record + 4)));
}

function findTable(font: Buffer, tag: string): Buffer {
  const count = font.readUInt16BE(4);
  for (let index = 0; index < count; index += 1) {
    const record = tableRecordsOffset + index * tableRecordLength;
    if (font.toString('latin1', record, record + 4) === tag)
      return font.subarray(font.readUInt32BE(record + 8));
  }
  throw new Error(`Font without a ${tag} table`);
}

/** Reads format 4: parallel arrays of segment ends, starts, deltas and offsets into a glyph array. */
function addSegments(subtable: Buffer, covered: Set<number>): void {
  const segments = subtable.readUInt16BE(6) / 2;
  const ends = 14;
  const starts = ends + 2 * segments + 2;
  const deltas = starts + 2 * segments;
  const offsets = deltas + 2 * segments;
  for (let index = 0; index < segments; index += 1) {
    const start = subtable.readUInt16BE(starts + 2 * index);
    const end = subtable.readUInt16BE(ends + 2 * index);
    const delta = subtable.readUInt16BE(deltas + 2 * index);
    const offsetPlace = offsets + 2 * index;
    const offset = subtable.readUInt16BE(offsetPlace);
    for (let character = start; character <= end && character < 0xffff; character += 1) {
      const glyph =
        offset === 0
          ? (character + delta) & 0xffff
          : subtable.readUInt16BE(offsetPlace + offset + 2 * (character - start));
      if (glyph !== 0) covered.add(character);
    }
  }
}

/** Reads format 12: groups of code points with consecutive glyphs. */
function addGroups(subtable: Buffer, covered: Set<number>): void {
  const groups = subtable.readUInt32BE(12);
  for (let index = 0; index < groups; index += 1) {
    const group = 16 + 12 * index;
    const end = subtable.readUInt32BE(group + 4);
    for (let character = subtable.readUInt32BE(group); character <= end; character += 1)
      covered.add(character);
  }
}
