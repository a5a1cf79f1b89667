import type { ProbeCall } from './probe-call.ts';

/** Every call of Gotransverse. An account that cannot be read says which of the names in gtv.names.ts is another there. */
export const billingProbes: readonly ProbeCall[] = [
  ['list accounts', 'listed', ({ services }) => services.billingSystem?.listAfter('accounts', null)],
  ['find the last bill', 'listed', ({ services }) => services.billingSystem?.findLast('invoices')],
  ['find the last adjustment', 'listed', ({ services }) => services.billingSystem?.findLast('adjustments')],
  [
    'read an account',
    'read',
    async ({ services, options: { account } }) => {
      const answer = account ? await services.billingSystem?.readAccount(account) : undefined;
      return answer?.outcome === 'refused' ? { ...answer, text: JSON.stringify(answer.refusals) } : answer;
    },
  ],
];
