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
    insertCode(code: Omit<MailedCode, 'number' | 'tries' | 'usedAt'>): void {
      sql.insert('identity_code', code);
    },
    /** Returns the latest code of an address: only it works. */
    findLatest(email: string): MailedCode | undefined {
      return sql.get`select * from identity_code where email = ${email} order by number desc limit 1`;
    },
    countTry(number: number): void {
      sql.run`update identity_code set tries = tries + 1 where number = ${number}`;
    },
    /** Uses a code. False when it was used before. */
    useCode(number: number, at: string): boolean {
      return (
        sql.run`update identity_code set used_at = ${at} where number = ${number} and used_at is null` === 1
      );
    },
    /** Returns how many codes a client requested after an instant, and when the first of them was. */
    countSince(client: string, since: string): { count: number; first: string | null } {
      const row = sql.get<{ count: number; first: string | null }>`
        select count(*) as count, min(at) as first from identity_code where client = ${client} and at > ${since}`;
      return row ?? { count: 0, first: null };
    },
    /** Returns the newest codes. */
    listNewest(limit: number): MailedCode[] {
      return sql.all`select * from identity_code order by number desc limit ${limit}`;
    },
  };
}
