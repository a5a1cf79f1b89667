import type { PlantedBug } from './planted-bug.ts';

const makeRefund = 'features/refunds/make-refund.service.ts';
const asksRefund = 'await processor.refund(request)';

/** Bugs of refunds that a drill has to find, by name. */
export const plantedRefundBugs: Readonly<Record<string, PlantedBug>> = {
  'refunded-twice': {
    file: makeRefund,
    text: asksRefund,
    broken: `await processor.refund({ ...request, reference: '9' + request.reference.slice(1) })
          .then(() => processor.refund(request))`,
    foundBy: ['quiet-day', 'early-disconnect', 'due-payments', 'kills', 'forty-days'],
  },
  'voided-and-refunded': {
    file: makeRefund,
    text: asksRefund,
    broken: `await processor.refund(request).then(async (result) => {
          if (request.means === 'void') await processor.refund({ ...request, means: 'refund' });
          return result;
        })`,
    foundBy: ['quiet-day', 'kills'],
  },
  'refunded-above': {
    file: 'features/refunds/refund.rules.ts',
    text: 'if (amountCents > left)',
    broken: 'if (false)',
    foundBy: ['quiet-day', 'kills', 'support-day'],
  },
  'import-undoes-refund': {
    file: 'features/import/plan/import.history.rules.ts',
    text: 'refundedCents: known?.refundedCents ?? 0,',
    broken: 'refundedCents: 0,',
    foundBy: ['support-day'],
  },
  'worth-forgets-refunds': {
    file: 'features/balance/worth.rules.ts',
    text: "'COMPLETED' ? amountCents - refundedCents : 0",
    broken: "'COMPLETED' ? amountCents : 0",
    foundBy: ['support-day', 'sums'],
  },
};
