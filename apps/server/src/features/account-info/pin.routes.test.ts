import { pino } from 'pino';
import { expect, test } from 'vitest';
import {
  type AccountSaver,
  buildSaver,
  loadInfo,
  saved,
  saveInfo,
  withCustomer,
} from '../../testing/account-saver.ts';
import { forFile } from '../../testing/for-tests.ts';
import { connectOwner } from '../../testing/owner.ts';
import { startTestPortal } from '../../testing/portal.ts';

/** Eight digits that appear nowhere by chance. */
const pins = ['73915284', '50628417'] as const;
const minuteMs = 60_000;

const lines: string[] = [];
const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
const portal = forFile(() => startTestPortal({ LIMIT_PIN_DIGITS: '8' }, log));

/** Returns every row of every table as text. */
async function dumpDatabase(): Promise<string> {
  const owner = await connectOwner(portal);
  const { rows: tables } = await owner.query<{ name: string }>(`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema = 'public'`);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query<{ line: string }>(`select t::text as line from ${name} t`);
    texts.push(...rows.map(({ line }) => line));
  }
  await owner.close();
  return texts.join('\n');
}

/** Saves a PIN in every way that can go wrong, and in the one that does not. */
async function savePins(saver: AccountSaver): Promise<number[]> {
  const [pin, other] = pins;
  const change = withCustomer(saver, { PIN: pin });
  const answers = [
    await saveInfo(portal, saver, { ...change, version: 'none' }),
    await saveInfo(portal, saver, { ...change, version: 0 }),
    await saveInfo(portal, saver, withCustomer(saver, { PIN: `${pin}0` })),
    await saveInfo(portal, { token: 'none' }, change),
    await portal.get('/customer/info', { PIN: pin }, saver.token),
    await portal.post('/logger/log', { accountNumber: pin, action: 'page opened', error: pin }, saver.token),
  ];
  portal.clock.advance(16 * minuteMs);
  answers.push(await saveInfo(portal, saver, withCustomer(saver, { PIN: other })));
  portal.clock.advance(-16 * minuteMs);
  const done = await saveInfo(portal, saver, change);
  expect(done.json()).toEqual(saved);
  return answers.map(({ statusCode }) => statusCode);
}

test('[PIN-2] no PIN appears in a log line, in a refusal, or in any row of the database in the clear', async () => {
  const saver = await buildSaver(portal);
  expect(await savePins(saver)).toEqual([400, 409, 200, 401, 400, 404, 403]);
  expect((await loadInfo(portal, saver)).customer.PIN).toBe(pins[0]);
  const found = `${await dumpDatabase()}\n${lines.join('\n')}`;
  expect(found).toContain('account-info.pin-changed');
  for (const pin of pins) {
    expect(found).not.toContain(pin);
    expect(found).not.toContain(Buffer.from(pin).toString('hex'));
    expect(found).not.toContain(Buffer.from(pin).toString('base64').replaceAll('=', ''));
  }
});
