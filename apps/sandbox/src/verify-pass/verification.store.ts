import { randomBytes } from 'node:crypto';
import type { SandboxDatabase } from '../sandbox-database.ts';
import type { Community } from './verify-pass-names.ts';

/** Somebody who was verified. */
export interface Verification {
  readonly number: number;
  readonly email: string;
  readonly community: Community;
  readonly at: string;
}

/** One sending of a callback. */
export interface Callback {
  readonly verification: number;
  readonly key: string;
  readonly at: string;
  /** The portal's status; null without a response. */
  readonly status: number | null;
}

export type VerificationStore = ReturnType<typeof openVerificationStore>;

/** Applicants, verifications, and callbacks of the eligibility service. */
export function openVerificationStore({ sql }: SandboxDatabase) {
  return {
    insertApplicant(email: string, expiresAt: string): string {
      const token = randomBytes(24).toString('base64url');
      sql.run`insert into applicant (token, email, expires_at) values (${token}, ${email}, ${expiresAt})`;
      return token;
    },
    /** Returns the applicant of a token that can be used at a time. */
    findApplicant(token: string, at: string): { email: string } | undefined {
      const row = sql.get`select email from applicant
        where token = ${token} and used_at is null and expires_at > ${at}`;
      return row && { email: String(row.email) };
    },
    /** Uses a token. False when it was used before. */
    useToken(token: string, at: string): boolean {
      const { changes } =
        sql.run`update applicant set used_at = ${at} where token = ${token} and used_at is null`;
      return Number(changes) === 1;
    },
    insertVerification(verification: Omit<Verification, 'number'>): Verification {
      const { email, community, at } = verification;
      const { lastInsertRowid } = sql.run`insert into verification (email, community, at)
        values (${email}, ${community}, ${at})`;
      return { ...verification, number: Number(lastInsertRowid) };
    },
    findVerification(number: number): Verification | undefined {
      return sql.get`select * from verification where number = ${number}` as unknown as
        | Verification
        | undefined;
    },
    countVerifications(days: { readonly from: string; readonly to: string }): number {
      const row = sql.get`select count(*) as found from verification
        where substr(at, 1, 10) between ${days.from} and ${days.to}`;
      return Number(row?.found);
    },
    /** Returns a page of the verifications of some days, oldest first. */
    listReport(
      days: { readonly from: string; readonly to: string },
      page: { readonly limit: number; readonly offset: number },
    ): Verification[] {
      return sql.all`select * from verification where substr(at, 1, 10) between ${days.from} and ${days.to}
        order by number limit ${page.limit} offset ${page.offset}` as unknown as Verification[];
    },
    /** Returns the newest verifications. */
    listNewest(limit: number): Verification[] {
      return sql.all`select * from verification order by number desc limit ${limit}` as unknown as Verification[];
    },
    insertCallback({ verification, key, at, status }: Callback): void {
      sql.run`insert into callback (verification, key, at, status) values (${verification}, ${key}, ${at}, ${status})`;
    },
    /** Returns the callbacks of a verification, oldest first. */
    listCallbacks(verification: number): Callback[] {
      return sql.all`select * from callback where verification = ${verification}
        order by number` as unknown as Callback[];
    },
  };
}
