import type { DatabaseSync } from 'node:sqlite';
import { counter, type NewRow, openTable, type Row, rowNumber, text, textOrNull } from '../table.ts';

const codeColumns = {
  number: rowNumber,
  email: text(),
  code: text(),
  /** Whose address the portal named. */
  client: text(),
  language: text(),
  at: text(),
  expiresAt: text(),
  tries: counter,
  usedAt: textOrNull(),
};

/** A code that was mailed. */
export type MailedCode = Row<typeof codeColumns>;
export type NewCode = NewRow<typeof codeColumns>;

export type MailedCodes = ReturnType<typeof openCodes>;

/** Codes of the identity service. Of an address only the latest works. */
export function openCodes(database: DatabaseSync) {
  return openTable(database, 'identity_code', codeColumns, [['email'], ['client', 'at']]);
}
