import type { Language } from '@myaccount/contract/languages';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { accountNumber, answerForAccount, billing, refresh } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import type { PaperlessPlace } from './DeliveryForm.tsx';
import { PaperlessChoice } from './PaperlessChoice.tsx';

const ebill = 'POST /customer/account/ebill';
const server = startFakeServer(answerForAccount);

/** A page that shows the choice with what the server knows. */
function Page({ place }: { place: PaperlessPlace }) {
  const { data } = useBillingRefresh();
  return data ? <PaperlessChoice billType={data.isEbillEnabled} place={place} /> : null;
}

async function open(billType: string, place: PaperlessPlace = 'dashboard', language: Language = 'en') {
  let current = billType;
  server.answer(refresh, () => ({ body: billing({ isEbillEnabled: current }) }));
  server.answer(ebill, ({ body }) => {
    current = (body as { enableeBill: boolean }).enableeBill ? 'EMAIL' : 'PAPER';
    return { body: { statusCode: '00' } };
  });
  await renderPage(<Page place={place} />, { language });
  return await screen.findByRole('group');
}

const radios = () =>
  screen.getAllByRole<HTMLInputElement>('radio').map(({ checked, disabled }) => ({ checked, disabled }));
const chosen = { checked: true, disabled: false };
const free = { checked: false, disabled: false };
const closed = { checked: false, disabled: true };

test.each([
  ['EMAIL', [chosen, closed], 'For paper bills, call (555) 010-0199.'],
  ['PAPER', [free, chosen], undefined],
  ['PAPER_EMAIL', [free, free], 'Your bills come by email and on paper.'],
  ['NONE', [free, free], 'You have not chosen how your bills come.'],
])('[EBILL-1] %s: paperless or paper, and paper only while not paperless', async (billType, states, text) => {
  const group = await open(billType);
  expect(radios()).toEqual(states);
  expect(group.parentElement?.querySelector('p')?.textContent).toBe(text);
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  ['dashboard', 'en', 'You will now receive your invoice through email.'],
  ['profile', 'en', 'Ebill preference updated'],
  ['dashboard', 'es', 'A partir de ahora recibirá su factura por correo electrónico.'],
] as const)('[EBILL-2, CONSENT-1] paperless on the %s in %s', async (place, language, toast) => {
  await open('PAPER', place, language);
  const [paperless] = screen.getAllByRole('radio');
  await user.click(paperless as HTMLElement);
  await user.click(await screen.findByRole('checkbox', { name: /\(555\) 010-0199.*care@example\.com\.$/ }));
  const respond = server.hold(refresh);
  await user.click(screen.getByRole('button', { name: /^(Go paperless|Recibir la factura sin papel)$/ }));
  await waitFor(() => expect(server.requestsOf(refresh)).toHaveLength(2));
  // Until the page can show it.
  screen.getByRole('checkbox');
  respond({ body: billing({ isEbillEnabled: 'EMAIL' }) });
  await screen.findByText(toast);
  const consents = [{ kind: 'paperless', textVersion: '1', language }];
  const sent = server.requestsOf(ebill).map(({ body }) => body);
  expect(sent).toEqual([{ accountNumber, enableeBill: true, consents }]);
  await waitFor(() => expect(radios()).toEqual([chosen, closed]));
  expect(screen.queryByRole('checkbox')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('radio')[0]));
});

test('[EBILL-2, SHELL-14] each choice says how long it takes to show; paper only needs no consent', async () => {
  const hint = 'Changes can take up to 15 minutes to show.';
  await open('PAPER_EMAIL');
  expect(screen.queryByText(hint)).toBeNull();
  for (const choice of screen.getAllByRole('radio')) {
    await user.click(choice);
    await screen.findByText(hint);
  }
  await user.click(await screen.findByRole('button', { name: 'Get bills on paper' }));
  await screen.findByText('You will now receive your invoice to your mailing address.');
  expect(server.requestsOf(ebill)[0]?.body).toEqual({ accountNumber, enableeBill: false });
  // Changed elsewhere meanwhile: nothing is left of the choice.
  server.answer(refresh, { body: billing({ isEbillEnabled: 'EMAIL' }) });
  await queryClient.refetchQueries();
  await waitFor(() => expect(radios()).toEqual([chosen, closed]));
});

test('[CONSENT-1, EBILL-1] without the tick nothing is sent, and the box says why; thinking again changes nothing', async () => {
  await open('PAPER');
  await user.click(screen.getByRole('radio', { name: 'Paperless' }));
  await user.click(await screen.findByRole('button', { name: 'Go paperless' }));
  const missing = 'Check the box to go paperless';
  const box = screen.getByRole<HTMLInputElement>('checkbox', { description: missing });
  await waitFor(() => expect(document.activeElement).toBe(box));
  expect([box.getAttribute('aria-invalid'), box.required]).toEqual(['true', true]);
  await user.click(box);
  expect(screen.queryByText(missing)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(radios()).toEqual([free, chosen]);
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Paperless' }));
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(server.requestsOf(ebill)).toEqual([]);
});

const notSaved = 'Your changes to billing preferences did not save. Please try again later.';

test.each([
  ['dashboard', notSaved, { body: { statusCode: '02' } }],
  ['profile', 'Failed to update preference', { body: { statusCode: '02' } }],
  ['dashboard', notSaved, problemAnswer(503, 'server.unavailable')],
] as const)('[EBILL-2] not saved on the %s: says “%s”, can be tried again', async (place, text, answer) => {
  await open('PAPER', place);
  const respond = server.hold(ebill);
  await user.click(screen.getByRole('radio', { name: 'Paperless' }));
  await user.click(await screen.findByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Go paperless' }));
  const form = screen.getByRole('checkbox').closest('form') as HTMLElement;
  await waitFor(() => expect(form.querySelectorAll(':enabled')).toHaveLength(0));
  respond(answer);
  await within(form).findByText(text);
  // Once on the screen.
  expect(screen.getAllByText(text)).toHaveLength(1);
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Go paperless' }).disabled).toBe(false);
});
