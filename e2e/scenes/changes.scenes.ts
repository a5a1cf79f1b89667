import { type Change, changeMakers } from '@myaccount/contract/audit';
import { shownActions } from '@myaccount/contract/audit-actions';
import { answering, type Scene } from './scene.ts';

/** Every kind of change once, by everybody who makes some: with an amount, by a named person, without a network. */
const changes: Change[] = shownActions.map((action, index) => {
  const kind = changeMakers[index % changeMakers.length] ?? 'you';
  return {
    id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    at: new Date(Date.UTC(2026, 10, 24, 17) - index * 7_200_000).toISOString(),
    action,
    by: { kind, name: kind === 'person' && index % 2 === 0 ? 'Ben Rivera' : null },
    network: kind === 'you' ? '203.0.113.x' : null,
    amount: action.startsWith('payments.') ? 84.99 : null,
  };
});

/** The history of changes on the Security tab (SESSIONS-1). */
export const changeScenes: readonly Scene[] = [
  {
    name: 'settings-security-changes',
    email: 'ana.rivera@example.com',
    path: 'settings?tab=security',
    intercept: answering('**/api/customer/account/changes?*', {
      totalCount: 2 * changes.length,
      totalPages: 2,
      result: changes,
    }),
  },
];
