import type { Clock } from '@myaccount/clock';
import type { FigureSource } from '../../platform/database/database-metrics.ts';

/** Gauges of refunds whose result is not known. They read a partial index that has only such refunds. */
export function refundFigures(clock: Clock): FigureSource {
  return {
    gauges: {
      myaccount_refunds: { help: 'Refunds whose result is not known' },
      myaccount_refund_oldest_seconds: {
        help: 'Age of the oldest refund whose result is not known; 0 without one',
      },
    },
    read: async (trx) => {
      const { count, oldest } = await trx
        .selectFrom('refund')
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('requested_at').as('oldest')])
        .where('state', '=', 'UNKNOWN')
        .executeTakeFirstOrThrow();
      const ageMs = oldest === null ? 0 : clock.now().getTime() - oldest.getTime();
      return [
        { gauge: 'myaccount_refunds', value: Number(count) },
        { gauge: 'myaccount_refund_oldest_seconds', value: Math.max(0, ageMs / 1_000) },
      ];
    },
  };
}
