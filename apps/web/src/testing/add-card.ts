import { act, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { config } from '../api/config.ts';
import type { FakeServer } from './fake-server.ts';
import { user } from './user.ts';

/** What the service's form took in. */
export const typedCard = {
  token: 'handle-1',
  nickname: null,
  card_type: 'VISA',
  expiration_date: '08/2030',
  last_four: '4242',
};

/** Answers every call of adding a card, and what opens the frame for a bank account; a card is saved with this id. */
export function answerForAdding(server: FakeServer, id: string): void {
  server.answer('GET /customer/account/details', { body: { achEnabled: true } });
  server.answer('POST /logger/log', { status: 202, body: { status: 202 } });
  server.answer('GET /payments/chase/uid', { body: { uid: 'UID-1' } });
  server.answer('GET /payments/chase/payment-method', { body: typedCard });
  server.answer('POST /payments/make-recurring-payment-chase', { status: 201, body: { id } });
  server.answer('POST /hash/transafe/frame', {
    body: { hash: 'abc', fields: [{ name: 'hmac-sequence', value: 's-1' }] },
  });
}

/** What the page logged, oldest first. */
export function loggedActions(server: FakeServer): string[] {
  return server.requestsOf('POST /logger/log').map(({ body }) => (body as { action: string }).action);
}

/** The frame of the service's form. */
export const shownFrame = () => document.querySelector('iframe');

/** Waits until the form for a card is open, with this uid. */
export const isFormOpen = (uid = 'UID-1') => waitFor(() => expect(shownFrame()?.src).toContain(`uid=${uid}`));

/** Says something to the page as Chase's form does; `over` changes who says it. */
export function say(data: unknown, over: MessageEventInit = {}): void {
  const event = { source: shownFrame()?.contentWindow ?? null, origin: config.frames.chase, ...over };
  act(() => void window.dispatchEvent(new MessageEvent('message', { data, ...event })));
}

/** What the form says once all is typed. */
export const complete = { subject: 'completePayment', data: {} };

/** Agrees to what the form took in, and saves it. */
export async function agreeAndSave(): Promise<void> {
  await user.click(await screen.findByRole('checkbox', { name: /keep this payment method/ }));
  await user.click(screen.getByRole('button', { name: /^Save/ }));
}

/** Adds a card as a customer does: opens the panel, completes the form of the service, agrees, and saves. */
export async function addCard(): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Add a payment method' }));
  await isFormOpen();
  say(complete);
  await agreeAndSave();
}
