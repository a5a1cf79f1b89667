import type { Clock } from '@myaccount/clock';
import type { FigureSource } from '../../platform/database/database-metrics.ts';

const gauge = 'myaccount_refund_oldest_seconds';

/** The age of refunds whose result is not known. It is read from a partial index that has only such refunds. */
export function refundFigures(clock: Clock): FigureSource {
  return {
    gauges: { [gauge]: { help: 'Age of the oldest refund whose result is not known; 0 without one' } },
    read: async (trx) => {
      const { oldest } = await trx
        .selectFrom('refund')
        .select((eb) => eb.fn.min('requested_at').as('oldest'))
        .where('state', '=', 'UNKNOWN')
        .executeTakeFirstOrThrow();
      const ageMs = oldest === null ? 0 : clock.now().getTime() - oldest.getTime();
      return [{ gauge, value: Math.max(0, ageMs / 1_000) }];
    },
  };
}
