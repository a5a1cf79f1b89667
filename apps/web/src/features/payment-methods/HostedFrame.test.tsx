import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { config } from '../../api/config.ts';
import { answerForAdding, isFormOpen, loggedActions, say, shownFrame } from '../../testing/add-card.ts';
import { startFakeServer } from '../../testing/fake-server.ts';
import { answerForAccount, saved } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { AddMethod } from './AddMethod.tsx';

const server = startFakeServer(answerForAccount);

beforeEach(() => {
  HTMLFormElement.prototype.submit = () => undefined;
  answerForAdding(server, 'm-9');
  server.answer('GET /payments/recurring-payments', { body: [saved('m-1', { auto_payment: true })] });
});

const openPanel = () => renderPage(<AddMethod onAdded={() => undefined} onCancel={() => undefined} />);

async function openCardForm() {
  await openPanel();
  await isFormOpen();
}

const init = { id: 1, subject: 'init', data: '' };

test('[METHODS-4, METHODS-8] Chase’s form gets an answer to what it says, at its own origin, and nobody else does', async () => {
  await openCardForm();
  const posted = vi.spyOn(shownFrame()?.contentWindow as Window, 'postMessage').mockReturnValue();
  say(JSON.stringify(init), { origin: 'https://evil.example' });
  say(JSON.stringify(init), { source: window });
  say(JSON.stringify({ ...init, subject: 'not known' }));
  expect(posted).not.toHaveBeenCalled();
  say(JSON.stringify(init));
  say(JSON.stringify({ id: 2, subject: 'scrollRelay', data: { scrollX: 0, scrollY: 9 } }));
  // One that says objects instead of text gets objects.
  say({ ...init, id: 3 });
  const answers = posted.mock.calls.map(([said, origin]) => [origin, said]);
  const response = { callbacks: expect.objectContaining({ completePayment: true, scrollRelay: true }) };
  expect(answers.splice(2)).toEqual([[config.frames.chase, { id: 3, response }]]);
  expect(answers.map(([origin, text]) => [origin, JSON.parse(text)])).toEqual([
    [config.frames.chase, { id: 1, response }],
    [config.frames.chase, { id: 2, response }],
  ]);
});

describe('[METHODS-5, FAILURE-1] a form that says nothing', () => {
  const silent = 'The secure form did not respond, and nothing was saved.';
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  test('for half a minute is replaced by what to do, logged, and opened again', async () => {
    await openCardForm();
    say(JSON.stringify(init), { origin: 'https://evil.example' });
    say(JSON.stringify({ topic: 'init', body: '' }));
    await pass(28_000);
    expect(screen.queryByText(silent, { exact: false })).toBeNull();
    await pass(4_000);
    // At once: to wait here would pass the time, too.
    const alert = screen.getByRole('alert');
    const { supportPhone } = config.brand;
    expect(alert.textContent).toContain(`${silent} Try again, or call us at ${supportPhone}.`);
    await waitFor(() => expect(loggedActions(server)).toEqual(['payment-methods.add silent-failed']));
    server.answer('GET /payments/chase/uid', { body: { uid: 'UID-2' } });
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await isFormOpen('UID-2');
  });

  test('after its first word has all the time', async () => {
    await openCardForm();
    await pass(20_000);
    say(JSON.stringify(init));
    await pass(900_000);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('is TranSafe’s too', async () => {
    await openPanel();
    fireEvent.click(await screen.findByRole('tab', { name: 'Bank account (ACH)' }));
    await waitFor(() => expect(server.requestsOf('POST /hash/transafe/frame')).toHaveLength(1));
    await pass(31_000);
    await screen.findByText(silent, { exact: false });
  });

  test('is not the one whose server has not answered yet', async () => {
    server.answer('GET /payments/chase/uid', () => new Promise(() => undefined));
    await openPanel();
    await waitFor(() => expect(shownFrame()).not.toBeNull());
    await pass(60_000);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
