import type { Counts } from '@myaccount/contract/metrics';
import { failuresOf } from './charts.ts';

/** The figures on top of the page, in display order. */
export const figures: readonly { readonly name: string; readonly of: (counts: Counts) => number }[] = [
  { name: 'signIns', of: ({ login }) => login.success },
  { name: 'payments', of: ({ payment }) => payment.success },
  { name: 'forms', of: ({ iframe }) => iframe.open },
  { name: 'failures', of: failuresOf },
];
