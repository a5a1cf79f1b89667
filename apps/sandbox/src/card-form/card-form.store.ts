import type { DatabaseSync } from 'node:sqlite';
import { openTable, type Row, text, textOrNull } from '../table.ts';

const formColumns = {
  uid: text('primary key'),
  formName: text(),
  state: text<'open' | 'started' | 'complete' | 'cancelled' | 'error'>(),
  /** The token of the card, once complete. */
  token: textOrNull(),
  expiresAt: text(),
};

/** One use of the card form. */
export type CardForm = Row<typeof formColumns>;

export type CardForms = ReturnType<typeof openForms>;

/** The uses of the card form. */
export function openForms(database: DatabaseSync) {
  return openTable(database, 'card_form', formColumns);
}
