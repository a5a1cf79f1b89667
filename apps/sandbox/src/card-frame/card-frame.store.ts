import { randomBytes } from 'node:crypto';
import type { Brand } from '../card-processor/brand.ts';
import type { CardQuestions, Entry } from '../hosted/entry.rules.ts';
import type { SandboxDatabase } from '../sandbox-database.ts';

/** A frame that was shown. */
export interface ShownFrame {
  readonly id: string;
  readonly kind: 'card' | 'bank';
  readonly questions: CardQuestions;
  readonly expiresAt: string;
}

/** What a ticket stands for. */
export interface Ticket {
  readonly ticket: string;
  readonly brand: Brand;
  readonly lastFour: string;
  readonly expiry: string;
  readonly outcomeCents: number;
  readonly isVerified: boolean;
  readonly expiresAt: string;
}

/** Of an entry, a ticket keeps these; nothing has the whole number. */
export type TicketInput = Pick<Entry, 'brand' | 'lastFour' | 'expiry'> &
  Pick<Ticket, 'outcomeCents' | 'isVerified' | 'expiresAt'> & { readonly frameId: string };

export type CardFrameStore = ReturnType<typeof openCardFrameStore>;

/** Frames and tickets of the card frame. */
export function openCardFrameStore({ sql }: SandboxDatabase) {
  return {
    /** Stores a frame under a new id. Undefined when its sequence was used before. */
    insertFrame(sequence: string, frame: Omit<ShownFrame, 'id'>): string | undefined {
      const id = randomBytes(16).toString('hex');
      const row = { ...frame, id, sequence, questions: JSON.stringify(frame.questions) };
      return sql.insertNew('card_frame', row) ? id : undefined;
    },
    findFrame(id: string): ShownFrame | undefined {
      const row = sql.get<ShownFrame & { questions: string }>`select * from card_frame where id = ${id}`;
      return row && { ...row, questions: JSON.parse(row.questions) };
    },
    /** Makes the one ticket of a frame. Undefined when it has one already. */
    insertTicket(input: TicketInput): string | undefined {
      const ticket = randomBytes(24).toString('hex');
      return sql.insertNew('frame_ticket', { ticket, ...input }) ? ticket : undefined;
    },
    findTicket(ticket: string): Ticket | undefined {
      return sql.get`select * from frame_ticket where ticket = ${ticket}`;
    },
    /** Uses a ticket for the vault. False when it was used before. */
    useTicket(ticket: string, at: string): boolean {
      return (
        sql.run`update frame_ticket set used_at = ${at} where ticket = ${ticket} and used_at is null` === 1
      );
    },
  };
}
