import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ana, sessionOf } from '../../testing/customers.ts';
import { inTurn, problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { openPortal } from '../../testing/open-portal.tsx';
import { press } from '../../testing/payment-form.tsx';

const server = startFakeServer();
const noticeCall = 'GET /charge-notice';
const stopCall = 'POST /charge-notice/stop';
const token = 'r4nd0m-Token_1';
const path = `/stop-charge/${token}`;
const charge = {
  kind: 'autopay',
  amount: 84.99,
  date: '2026-11-27',
  card_type: 'VISA',
  last_four: '4242',
  account_ending: '0113',
};

/** Finds the title, whatever keeps its words on one line. */
const title = (name: string) =>
  screen.findByRole('heading', { level: 1, name: (text) => text.replaceAll(/\s/g, ' ') === name });
/** Opens the page; the server answers as long as the charge is to come. */
async function open(kind: 'autopay' | 'planned' = 'autopay') {
  server.answer(noticeCall, () => ({ body: { ...charge, kind } }));
  server.answer(stopCall, () => ({ body: { ...charge, kind } }));
  return await openPortal({ path });
}

test('[RESTORE-1] says what is charged, when, and with what; the link’s token is in no title and no storage', async () => {
  await open();
  await title('Autopay will charge $84.99 on Nov 27, 2026');
  screen.getByText(/^It is charged to .*…\u2060?4242 for the account ending in 0113\.$/);
  screen.getByText(/^This stops one charge only\. Autopay stays on/);
  expect(server.requestsOf(noticeCall)[0]?.query.get('Token')).toBe(token);
  expect(server.requestsOf(stopCall), 'to open the link stops nothing').toEqual([]);
  expect(document.title).not.toContain(token);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(token);
  expect(document.body.innerHTML).not.toContain(token);
});

test.each([
  ['autopay', 'Autopay will charge $84.99 on Nov 27, 2026', /^Autopay is still on\./],
  [
    'planned',
    'Your planned payment of $84.99 will be charged on Nov 27, 2026',
    /^The planned payment is canceled\./,
  ],
] as const)('[RESTORE-1] stops a charge of kind %s, and says what then holds', async (kind, name, after) => {
  await open(kind);
  await title(name);
  await press('Stop this charge');
  await title('The charge is stopped');
  screen.getByText(/^\$84\.99 will not be charged on Nov\s27,\s2026\./);
  screen.getByText(after);
  expect(server.requestsOf(stopCall).map(({ body }) => body)).toEqual([{ token }]);
  expect(screen.queryByRole('button', { name: 'Stop this charge' })).toBeNull();
});

test('[RESTORE-1] a link without a charge to stop says so, and why', async () => {
  server.answer(noticeCall, problemAnswer(404, 'request.not-found'));
  await openPortal({ path });
  await title('There is no charge to stop');
  screen.getByText(/^It was already made or stopped, or the link is not complete\./);
});

test('[RESTORE-1] a lost answer says that the charge may not be stopped, and another press finds out', async () => {
  await open();
  await title('Autopay will charge $84.99 on Nov 27, 2026');
  server.answer(
    stopCall,
    inTurn(problemAnswer(503, 'server.unavailable'), problemAnswer(404, 'request.not-found')),
  );
  await press('Stop this charge');
  expect((await screen.findByRole('alert')).textContent).toContain('The charge is not stopped');
  await press('Stop this charge');
  await title('There is no charge to stop');
});

test('[RESTORE-1] the page neither uses nor ends the session of the tab', async () => {
  server.answer(noticeCall, () => ({ body: charge }));
  await openPortal({ path, session: sessionOf(ana) });
  await title('Autopay will charge $84.99 on Nov 27, 2026');
  expect(server.requestsOf(noticeCall)[0]?.headers).not.toHaveProperty('authorization');
});
