import type { SandboxDatabase } from '../sandbox-database.ts';

/** A code that was mailed. */
export interface MailedCode {
  readonly number: number;
  readonly email: string;
  readonly code: string;
  /** Whose address the portal named. */
  readonly client: string;
  readonly language: string;
  readonly at: string;
  readonly expiresAt: string;
  readonly tries: number;
  readonly usedAt: string | null;
}

export type IdentityStore = ReturnType<typeof openIdentityStore>;

/** Codes of the identity service. */
export function openIdentityStore({ sql }: SandboxDatabase) {
  return {
    insertCode({
      email,
      code,
      client,
      language,
      at,
      expiresAt,
    }: Omit<MailedCode, 'number' | 'tries' | 'usedAt'>): void {
      sql.run`insert into identity_code (email, code, client, language, at, expires_at)
        values (${email}, ${code}, ${client}, ${language}, ${at}, ${expiresAt})`;
    },
    /** Returns the latest code of an address: only it works. */
    findLatest(email: string): MailedCode | undefined {
      const row = sql.get`select * from identity_code where email = ${email} order by number desc limit 1`;
      return row && toCode(row);
    },
    countTry(number: number): void {
      sql.run`update identity_code set tries = tries + 1 where number = ${number}`;
    },
    /** Uses a code. False when it was used before. */
    useCode(number: number, at: string): boolean {
      const { changes } =
        sql.run`update identity_code set used_at = ${at} where number = ${number} and used_at is null`;
      return Number(changes) === 1;
    },
    /** Returns how many codes a client requested after an instant, and when the first of them was. */
    countSince(client: string, since: string): { count: number; first: string | null } {
      const row = sql.get`select count(*) as found, min(at) as first from identity_code
        where client = ${client} and at > ${since}`;
      return { count: Number(row?.found), first: (row?.first as string | null) ?? null };
    },
    /** Returns the newest codes. */
    listNewest(limit: number): MailedCode[] {
      return sql.all`select * from identity_code order by number desc limit ${limit}`.map(toCode);
    },
  };
}

function toCode(row: Record<string, unknown>): MailedCode {
  const { expires_at: expiresAt, used_at: usedAt, ...same } = row;
  return { ...same, expiresAt, usedAt } as unknown as MailedCode;
}
