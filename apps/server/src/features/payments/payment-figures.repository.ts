import type { Clock } from '@myaccount/clock';
import { sql } from 'kysely';
import type { FigureSource } from '../../platform/database/database-metrics.ts';
import { readPauseReason } from '../charging/heartbeat.repository.ts';

/** States of a payment whose result is not final. The final ones are counted as events, not by reading millions of rows. */
const openStates = ['SUBMITTING', 'UNKNOWN', 'PENDING'] as const;

interface StateRow {
  readonly state: string;
  readonly count: number;
  readonly oldest: Date | null;
}

/** Gauges of payments without a final result. Each part reads a partial index that has only such payments. */
export function paymentFigures(clock: Clock): FigureSource {
  return {
    gauges: {
      myaccount_payments: { help: 'Payments without a final result, by state', labels: ['state'] },
      myaccount_payment_oldest_seconds: {
        help: 'Age of the oldest payment without a final result, by state; 0 without one',
        labels: ['state'],
      },
      myaccount_refund_oldest_seconds: {
        help: 'Age of the oldest refund whose result is not known; 0 without one',
      },
      myaccount_payments_manual_review: { help: 'Payments in manual review' },
      myaccount_charging_paused: {
        help: '1 while automatic charges wait, after a restore, a failover, or a stop',
      },
      myaccount_processor_compared_seconds: {
        help: "Time since a processor's records were compared",
        labels: ['processor'],
      },
      myaccount_processor_differences: {
        help: "Charges that differed when a processor's records were last compared",
        labels: ['processor'],
      },
    },
    read: async (trx) => {
      const { rows } = await sql<StateRow>`
        select state, count(*)::int as count, min(occurred_at) as oldest
        from payment where state in ('SUBMITTING', 'UNKNOWN') group by state
        union all
        select 'PENDING', count(*)::int, min(occurred_at)
        from payment where reconcile_at is not null and state = 'PENDING'
        union all
        select 'REVIEW', count(*)::int, null from payment where manual_review_reason is not null
        union all
        select 'REFUND', count(*)::int, min(requested_at) from refund where state = 'UNKNOWN'`.execute(trx);
      const rowOf = (state: string) => rows.find((row) => row.state === state);
      const ageOf = (oldest: Date | null | undefined) =>
        oldest ? Math.max(0, (clock.now().getTime() - oldest.getTime()) / 1_000) : 0;
      const comparisons = await trx.selectFrom('processor_comparison').selectAll().execute();
      return [
        { gauge: 'myaccount_charging_paused', value: (await readPauseReason(trx)) ? 1 : 0 },
        ...comparisons.flatMap(({ processor, compared_until, differences }) => [
          {
            gauge: 'myaccount_processor_compared_seconds',
            labels: { processor },
            value: ageOf(compared_until),
          },
          { gauge: 'myaccount_processor_differences', labels: { processor }, value: differences },
        ]),
        { gauge: 'myaccount_refund_oldest_seconds', value: ageOf(rowOf('REFUND')?.oldest) },
        { gauge: 'myaccount_payments_manual_review', value: rowOf('REVIEW')?.count ?? 0 },
        ...openStates.flatMap((state) => [
          { gauge: 'myaccount_payments', labels: { state }, value: rowOf(state)?.count ?? 0 },
          {
            gauge: 'myaccount_payment_oldest_seconds',
            labels: { state },
            value: ageOf(rowOf(state)?.oldest),
          },
        ]),
      ];
    },
  };
}
