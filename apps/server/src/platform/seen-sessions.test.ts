import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { type BuiltLogin, buildLogin } from '../testing/builders/login.ts';
import { forFile } from '../testing/for-tests.ts';
import { startTestPortal } from '../testing/portal.ts';
import { readRow } from '../testing/rows.ts';
import { connectPool } from './database/connect.ts';
import { connectDatabase } from './database/pipeline/pipeline.ts';
import { hashToken } from './secrets.ts';
import { SeenSessions } from './seen-sessions.ts';

const minute = 60_000;
let login: BuiltLogin;
const portal = forFile(() => startTestPortal());
beforeAll(async () => {
  login = await buildLogin(portal.db);
});

const later = (minutes: number) => new Date(portal.clock.now().getTime() + minutes * minute);

async function lastSeen(tokenHash: Buffer): Promise<Date> {
  return (await readRow(portal.db, 'session', { token_hash: tokenHash })).last_seen_at;
}

describe('[LOGIN-7] session uses', () => {
  test('of many customers are written together with the latest time', async () => {
    const hashes = (await Promise.all([1, 2, 3].map(() => portal.signIn(login.emailAddress)))).map(hashToken);
    const { seenSessions } = portal.portal;
    for (const hash of hashes) seenSessions.note(hash, later(2));
    seenSessions.note(hashes[0]!, later(3));
    await seenSessions.write();
    for (const hash of hashes) expect(await lastSeen(hash)).toEqual(later(3));
  });

  test('are written automatically after a second', async () => {
    const hash = hashToken(await portal.signIn(login.emailAddress));
    portal.portal.seenSessions.note(hash, later(5));
    await expect.poll(() => lastSeen(hash)).toEqual(later(5));
  });

  test('never change to an earlier time', async () => {
    const hash = hashToken(await portal.signIn(login.emailAddress));
    for (const at of [later(9), later(4)]) {
      portal.portal.seenSessions.note(hash, at);
      await portal.portal.seenSessions.write();
    }
    expect(await lastSeen(hash)).toEqual(later(9));
  });

  test('of two servers in opposite order do not wait for each other', async () => {
    const hashes = (await Promise.all([1, 2].map(() => portal.signIn(login.emailAddress)))).map(hashToken);
    const servers = [portal.portal.seenSessions, new SeenSessions(portal.db, portal.portal.log)];
    await portal.db.transaction().execute(async (trx) => {
      await trx.selectFrom('session').select('id').where('token_hash', '=', hashes[0]!).forUpdate().execute();
      for (const [index, server] of servers.entries()) {
        for (const hash of index === 0 ? hashes : hashes.toReversed()) server.note(hash, later(7));
      }
      await Promise.all(servers.map((server) => server.write()));
      expect(await lastSeen(hashes[1]!)).toEqual(later(7));
    });
  });

  test('that cannot be written are logged and stop nothing', async () => {
    const lines: string[] = [];
    const db = connectDatabase(connectPool({ url: 'postgres://nobody@127.0.0.1:1/nothing' }));
    const seenSessions = new SeenSessions(db, pino({ level: 'warn' }, { write: (line) => lines.push(line) }));
    seenSessions.note(randomBytes(32), later(1));
    await seenSessions.write();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'session uses not written', sessions: 1, err: { code: 'ECONNREFUSED' } },
    ]);
    await db.destroy();
  });
});
