import type { DatabaseSync } from 'node:sqlite';
import type { Brand } from '../card-processor/brand.ts';
import { flag, openTable, type Row, text, textOrNull, whole } from '../table.ts';

const frameColumns = {
  id: text('primary key'),
  sequence: text('unique'),
  kind: text<'card' | 'bank'>(),
  /** Its CardQuestions, as JSON. */
  questions: text(),
  expiresAt: text(),
};

/** Nothing has the whole number. */
const ticketColumns = {
  ticket: text('primary key'),
  frameId: text('unique references card_frame (id)'),
  brand: text<Brand>(),
  lastFour: text('check (length(last_four) = 4)'),
  expiry: text('check (length(expiry) = 4)'),
  outcomeCents: whole(),
  isVerified: flag,
  expiresAt: text(),
  usedAt: textOrNull(),
};

/** A ticket, with what it refers to. */
export type Ticket = Row<typeof ticketColumns>;

export type FrameStore = ReturnType<typeof openFrames>;

/** Frames of the card frame that were shown, and their tickets: one of each. */
export function openFrames(database: DatabaseSync) {
  return {
    frames: openTable(database, 'card_frame', frameColumns),
    tickets: openTable(database, 'frame_ticket', ticketColumns),
  };
}
