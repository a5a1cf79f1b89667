import { randomUUID } from 'node:crypto';
import type { SandboxDatabase } from '../sandbox-database.ts';

export type FormState = 'open' | 'started' | 'complete' | 'cancelled' | 'error';

/** One use of the card form. */
export interface CardForm {
  readonly uid: string;
  readonly state: FormState;
  /** The token of the card, once complete. */
  readonly token: string | null;
  readonly expiresAt: string;
}

export type CardFormStore = ReturnType<typeof openCardFormStore>;

/** The uses of the card form. */
export function openCardFormStore({ sql }: SandboxDatabase) {
  return {
    insertForm(formName: string, expiresAt: string): string {
      const uid = randomUUID().replaceAll('-', '').toUpperCase();
      sql.insert('card_form', { uid, formName, state: 'open', expiresAt });
      return uid;
    },
    findForm(uid: string): CardForm | undefined {
      return sql.get`select * from card_form where uid = ${uid}`;
    },
    /** Moves a form that is not over to a state. False when it is complete or cancelled. */
    moveForm(uid: string, state: FormState, token: string | null = null): boolean {
      const changed = sql.run`update card_form set state = ${state}, token = ${token}
        where uid = ${uid} and state not in ('complete', 'cancelled')`;
      return changed === 1;
    },
  };
}
