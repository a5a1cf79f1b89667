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
      const { changes } = sql.run`insert into card_frame (id, sequence, kind, questions, expires_at)
        values (${id}, ${sequence}, ${frame.kind}, ${JSON.stringify(frame.questions)}, ${frame.expiresAt})
        on conflict (sequence) do nothing`;
      return Number(changes) === 1 ? id : undefined;
    },
    findFrame(id: string): ShownFrame | undefined {
      const row = sql.get`select * from card_frame where id = ${id}`;
      if (!row) return undefined;
      return {
        id,
        kind: row.kind as ShownFrame['kind'],
        questions: JSON.parse(String(row.questions)) as CardQuestions,
        expiresAt: String(row.expires_at),
      };
    },
    /** Makes the one ticket of a frame. Undefined when it has one already. */
    insertTicket(input: TicketInput): string | undefined {
      const ticket = randomBytes(24).toString('hex');
      const { changes } = sql.run`insert into frame_ticket
          (ticket, frame_id, brand, last_four, expiry, outcome_cents, is_verified, expires_at)
        values (${ticket}, ${input.frameId}, ${input.brand}, ${input.lastFour}, ${input.expiry}, ${input.outcomeCents},
          ${input.isVerified ? 1 : 0}, ${input.expiresAt})
        on conflict (frame_id) do nothing`;
      return Number(changes) === 1 ? ticket : undefined;
    },
    findTicket(ticket: string): Ticket | undefined {
      const row = sql.get`select * from frame_ticket where ticket = ${ticket}`;
      return row && toTicket(row);
    },
    /** Uses a ticket for the vault. False when it was used before. */
    useTicket(ticket: string, at: string): boolean {
      const { changes } =
        sql.run`update frame_ticket set used_at = ${at} where ticket = ${ticket} and used_at is null`;
      return Number(changes) === 1;
    },
  };
}

function toTicket(row: Record<string, unknown>): Ticket {
  return {
    ticket: String(row.ticket),
    brand: row.brand as Brand,
    lastFour: String(row.last_four),
    expiry: String(row.expiry),
    outcomeCents: Number(row.outcome_cents),
    isVerified: row.is_verified === 1,
    expiresAt: String(row.expires_at),
  };
}
