import type { DatabaseSync } from 'node:sqlite';
import { openTable, type Row, rowNumber, text, textOrNull, whole, wholeOrNull } from '../table.ts';
import type { Community } from './verify-pass-names.ts';

const applicantColumns = {
  token: text('primary key'),
  email: text(),
  expiresAt: text(),
  usedAt: textOrNull(),
};

const verificationColumns = { number: rowNumber, email: text(), community: text<Community>(), at: text() };

const callbackColumns = {
  number: rowNumber,
  verification: whole('references verification (number)'),
  key: text<'right' | 'wrong'>(),
  at: text(),
  /** The portal's status; null without a response. */
  status: wholeOrNull,
};

/** Somebody who was verified. */
export type Verification = Row<typeof verificationColumns>;
/** One sending of a callback. */
export type Callback = Row<typeof callbackColumns>;
export type VerificationStore = ReturnType<typeof openVerifications>;

/** Applicants, verifications, and callbacks of the eligibility service. */
export function openVerifications(database: DatabaseSync) {
  return {
    applicants: openTable(database, 'applicant', applicantColumns),
    verifications: openTable(database, 'verification', verificationColumns),
    callbacks: openTable(database, 'callback', callbackColumns),
  };
}
