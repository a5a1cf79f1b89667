import pg from 'pg';

/** The role that the application works in. It can neither change the schema nor rewrite what is append-only. */
export const applicationRole = 'myaccount_app';

/** Time-outs of a session, in milliseconds. */
export const sessionTimeoutsMs = {
  statement_timeout: 10_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 20_000,
} as const;

/** A session's time-outs are set, and not so long that they protect nothing. */
export const longestTimeoutMs = 60_000;

/**
 * Returns the SQL that makes a login start each session in the application's role and with its time-outs. They belong
 * to the login, not to the connection, because a pooler refuses or forgets what a connection sets.
 */
export function sessionSettingsSql(login: string): string[] {
  const settings = [
    `role = ${pg.escapeLiteral(applicationRole)}`,
    ...Object.entries(sessionTimeoutsMs).map(([name, value]) => `${name} = '${value}ms'`),
  ];
  return settings.map((setting) => `alter role ${pg.escapeIdentifier(login)} set ${setting}`);
}
