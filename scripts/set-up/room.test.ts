import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { whyNoRoom } from './room.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'room-'));
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

test('[CONFIG-4] a missing folder is created, and others may traverse it', () => {
  expect(whyNoRoom(join(folder, 'a', 'data'), 1)).toBeUndefined();
  expect(statSync(join(folder, 'a', 'data')).mode & 0o777).toBe(0o711);
  expect(whyNoRoom(join(folder, 'a', 'data'), 1)).toBeUndefined();
});

test('[CONFIG-4] a folder that is a file, or with too little space, is named with the reason', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(whyNoRoom(join(folder, 'file', 'data'), 1)).toBe(`${folder}/file/data cannot be written (ENOTDIR)`);
  expect(whyNoRoom(folder, 1e12)).toMatch(/ has \d+ MB of space and needs 1000000000000 MB$/);
});

// The superuser may write everywhere.
test.skipIf(process.getuid?.() === 0)('[CONFIG-4] a folder of somebody else is named', () => {
  chmodSync(folder, 0o500);
  expect(whyNoRoom(folder, 1)).toBe(`${folder} cannot be written (EACCES)`);
});
