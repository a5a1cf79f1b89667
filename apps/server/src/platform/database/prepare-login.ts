import { connectPool } from './connect.ts';
import { sessionSettingsSql } from './session-settings.ts';

/**
 * Makes every later session of an address's login work in the application's role, with time-outs. A login may change
 * its own settings, so this needs no other rights. One transaction: it works through a pooler, too. Returns the login.
 */
export async function prepareLogin(url: string): Promise<string> {
  const pool = connectPool({ url, maximumConnections: 1 });
  const client = await pool.connect().catch(async (error) => {
    await pool.end();
    throw error;
  });
  try {
    await client.query('begin');
    await client.query('set local role none');
    // Two migrations at the same time would change the same row of the catalog.
    await client.query("select pg_advisory_xact_lock(hashtext('myaccount login'))");
    const { rows } = await client.query<{ login: string }>('select session_user as login');
    const login = rows[0]?.login ?? '';
    for (const statement of sessionSettingsSql(login)) await client.query(statement);
    await client.query('commit');
    return login;
  } finally {
    client.release(true);
    await pool.end();
  }
}
