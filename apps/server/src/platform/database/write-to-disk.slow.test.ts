import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@myaccount/local-postgres/embedded-postgres';
import { expect, test } from 'vitest';
import { connectPool } from './connect.ts';
import { migrateDatabase } from './migrate.ts';
import { connectDatabase } from './pipeline/pipeline.ts';
import { writeToDisk } from './write-to-disk.ts';

const log = { info: () => undefined, warn: () => undefined };
const settings = { max_wal_size: '32MB', min_wal_size: '32MB' };
const megabyte = 1_048_576;

/** Fills a disk to its last kilobyte. */
function fill(folder: string): void {
  for (let bytes = megabyte, file = 0; bytes >= 1_024; file += 1) {
    try {
      writeFileSync(join(folder, `fill-${file}`), Buffer.alloc(bytes));
    } catch {
      bytes /= 2;
    }
  }
}

/** Only root makes a small disk. */
test.runIf(process.getuid?.() === 0)(
  '[RELEASE-1] a disk without room is noticed, and room again',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'myaccount-full-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', dataDir]);
    chmodSync(dataDir, 0o711);
    try {
      const postgres = await startEmbeddedPostgres({ dataDir, log, holder: 'tests', settings });
      await migrateDatabase(postgres.ownerUrl);
      const db = connectDatabase(connectPool({ url: postgres.url }));
      await writeToDisk(db);
      fill(dataDir);
      await expect(writeToDisk(db)).rejects.toMatchObject({ code: '53100' });
      execFileSync('sh', ['-c', 'rm fill-*'], { cwd: dataDir });
      await writeToDisk(db);
      await db.destroy();
      await postgres.stop();
    } finally {
      execFileSync('umount', [dataDir]);
      rmSync(dataDir, { recursive: true });
    }
  },
);
