import type { Clock } from '@myaccount/clock';
import { sql } from 'kysely';
import type { FigureSource } from '../database/database-metrics.ts';

/** A longer outbox is counted as this long, because counting must stay cheap. */
const countLimit = 100_000;

/** Gauges of the outbox. Both counts read partial indexes of a few rows. */
export function outboxFigures(clock: Clock): FigureSource {
  return {
    gauges: {
      myaccount_outbox_waiting: { help: `Messages that wait for an attempt, at most ${countLimit}` },
      myaccount_outbox_oldest_seconds: { help: 'Age of the oldest waiting message; 0 without one' },
      myaccount_outbox_dead: { help: `Messages in manual review, at most ${countLimit}` },
    },
    read: async (trx) => {
      const { rows } = await sql<{ waiting: number; oldest: Date | null; dead: number }>`
        select count(*)::int as waiting, min(created_at) as oldest,
          (select count(*)::int from (select 1 from outbox where state = 'DEAD' limit ${countLimit}) d) as dead
        from (select created_at from outbox where state = 'WAITING'
              order by next_attempt_at limit ${countLimit}) w`.execute(trx);
      const { waiting = 0, oldest = null, dead = 0 } = rows[0] ?? {};
      const oldestSeconds = oldest === null ? 0 : (clock.now().getTime() - oldest.getTime()) / 1_000;
      return [
        { gauge: 'myaccount_outbox_waiting', value: waiting },
        { gauge: 'myaccount_outbox_oldest_seconds', value: Math.max(0, oldestSeconds) },
        { gauge: 'myaccount_outbox_dead', value: dead },
      ];
    },
  };
}
