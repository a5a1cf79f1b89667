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
      sql.insert('applicant', { token, email, expiresAt });
      return token;
    },
    /** Returns the applicant of a token that can be used at a time. */
    findApplicant(token: string, at: string): { email: string } | undefined {
      return sql.get`select email from applicant
        where token = ${token} and used_at is null and expires_at > ${at}`;
    },
    /** Uses a token. False when it was used before. */
    useToken(token: string, at: string): boolean {
      return sql.run`update applicant set used_at = ${at} where token = ${token} and used_at is null` === 1;
    },
    insertVerification(verification: Omit<Verification, 'number'>): Verification {
      return { ...verification, number: sql.insert('verification', verification) };
    },
    findVerification(number: number): Verification | undefined {
      return sql.get`select * from verification where number = ${number}`;
    },
    countVerifications(days: { readonly from: string; readonly to: string }): number {
      const row = sql.get<{ count: number }>`select count(*) as count from verification
        where substr(at, 1, 10) between ${days.from} and ${days.to}`;
      return row?.count ?? 0;
    },
    /** Returns a page of the verifications of some days, oldest first. */
    listReport(
      days: { readonly from: string; readonly to: string },
      page: { readonly limit: number; readonly offset: number },
    ): Verification[] {
      return sql.all`select * from verification where substr(at, 1, 10) between ${days.from} and ${days.to}
        order by number limit ${page.limit} offset ${page.offset}`;
    },
    /** Returns the newest verifications. */
    listNewest(limit: number): Verification[] {
      return sql.all`select * from verification order by number desc limit ${limit}`;
    },
    insertCallback(callback: Callback): void {
      sql.insert('callback', callback);
    },
    /** Returns the callbacks of a verification, oldest first. */
    listCallbacks(verification: number): Callback[] {
      return sql.all`select * from callback where verification = ${verification} order by number`;
    },
  };
}
