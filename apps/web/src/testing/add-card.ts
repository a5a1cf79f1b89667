import { act, screen, waitFor } from '@testing-library/react';
import { config } from '../api/config.ts';
import type { FakeServer } from './fake-server.ts';
import { user } from './user.ts';

/** Answers every call of adding a card; the method is saved with this id. */
export function answerForAdding(server: FakeServer, id: string): void {
  server.answer('GET /customer/account/details', { body: { achEnabled: true } });
  server.answer('POST /logger/log', { status: 202, body: { status: 202 } });
  server.answer('GET /payments/chase/uid', { body: { uid: 'UID-1' } });
  server.answer('GET /payments/chase/payment-method', {
    body: { token: 'h', nickname: null, card_type: 'VISA', expiration_date: '08/2030', last_four: '4242' },
  });
  server.answer('POST /payments/make-recurring-payment-chase', {
    status: 201,
    body: { id, auto_payment: true },
  });
}

/** Adds a card as a customer does: opens the panel, completes the form of the service, agrees, and saves. */
export async function addCard(): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Add a payment method' }));
  const frame = await screen.findByTitle<HTMLIFrameElement>('Card details');
  await waitFor(() => {
    if (!frame.src.includes('uid=UID-1')) throw new Error('The form is not open yet.');
  });
  const complete = {
    data: JSON.stringify({ subject: 'completePayment', data: {} }),
    source: frame.contentWindow,
    origin: config.frames.chase,
  };
  await act(async () => {
    window.dispatchEvent(new MessageEvent('message', complete));
  });
  await user.click(await screen.findByRole('checkbox', { name: /keep this payment method/ }));
  await user.click(screen.getByRole('button', { name: 'Save card' }));
}
