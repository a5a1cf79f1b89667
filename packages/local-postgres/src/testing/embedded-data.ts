import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres.ts';

export const log = { info: vi.fn(), warn: vi.fn() };
const settings = { fsync: 'off' };

/** Makes a data folder that is removed after the test. */
export function makeDataDir(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'embedded postgres, '));
  chmodSync(folder, mode);
  onTestFinished(() => {
    const outside = readRecord(folder)?.outsideFolder;
    for (const path of [folder, outside]) if (path) rmSync(path, { recursive: true, force: true });
  });
  return folder;
}

/** Returns what a data folder records about its cluster. */
export function readRecord(dataDir: string): { outsideFolder?: string } | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

export async function startEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings });
  onTestFinished(() => postgres.stop());
  return postgres;
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

export function postmasterPid(dataDir: string): number {
  const folder = readRecord(dataDir)?.outsideFolder ?? join(dataDir, 'postgres');
  return Number(readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
}
