import type { FigureSource } from '../../platform/database/database-metrics.ts';
import { listTotals } from './counts.repository.ts';
import { metrics } from './metrics.rules.ts';

/** Counters of what the metrics page shows, over all servers and since the beginning. */
export const eventFigures: FigureSource = {
  gauges: {
    myaccount_events_total: {
      type: 'counter',
      help: 'Events such as login.success and payment.failure, the same on every server',
      labels: ['event'],
    },
  },
  read: async (trx) => {
    const totals = new Map((await listTotals(trx)).map(({ metric, count }) => [metric, count]));
    return metrics.map((event) => ({
      gauge: 'myaccount_events_total',
      labels: { event },
      value: totals.get(event) ?? 0,
    }));
  },
};
