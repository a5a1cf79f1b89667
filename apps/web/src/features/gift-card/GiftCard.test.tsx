import { addDays } from '@myaccount/contract/calendar';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { accountNumber, answerForAccount } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { businessToday } from '../../ui/time.ts';
import { GiftCard } from './GiftCard.tsx';

const details = 'GET /customer/account/details';
const register = 'POST /gift-card/register';
const server = startFakeServer(answerForAccount);

const daysAgo = (days: number) => addDays(businessToday(), -days);

const eligible = { IsEligible: 'true', EligibleDate: daysAgo(20) };
const card = { ...eligible, DiscountType: 'GiftCard', IsDiscountApplied: 'false' };
const hero = { ...card, DiscountType: 'Hero Discount', IsDiscountApplied: 'true' };

const detailsWith = (DiscountsList: readonly object[]) => ({ DiscountsList });

async function open(entry: object | null = {}) {
  server.answer(details, { body: detailsWith(entry ? [hero, { ...card, ...entry }] : [hero]) });
  return await renderPage(<GiftCard />, { at: '/gift-card' });
}

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Complete Registration' });

async function submit() {
  for (const box of await screen.findAllByRole('checkbox')) await user.click(box);
  await user.click(button());
}

test.each([
  ['no gift card', null, 'It looks like this gift card is not eligible for redemption.'],
  ['not eligible', { IsEligible: 'false' }, 'It looks like this gift card is not eligible for redemption.'],
  ['91 days', { EligibleDate: daysAgo(91) }, 'It looks like your time expired'],
  ['registered', { IsDiscountApplied: 'true' }, 'You are registered for your gift card'],
] as const)('[GIFT-1] %s has its own view', async (_name, entry, title) => {
  await open(entry);
  await screen.findByText(title);
  expect(screen.queryByRole('checkbox')).toBeNull();
  const phone = screen.getByRole('link', { name: '(555) 010-0199' });
  expect(phone.parentElement?.textContent).toMatch(/0199\.$/);
});

const registered = { IsDiscountApplied: 'true' };

test.each([
  ['is open', '2099-02-01', {}, /^Register .* by May 02, 2099\. .* 90 days after Feb 01, 2099, when/],
  ['is open', null, {}, /after day 90, counted from the day your account became eligible\.$/],
  ['has expired', '2024-01-05', {}, /^The time to register for this gift card ended on Apr 04, 2024\.$/],
  ['is registered', '2024-01-05', registered, / weeks after Apr 04, 2024\. .* after Jan 05, 2024, when/],
  ['is registered', null, registered, / 2–4 weeks after day 90, counted from the day your account /],
])('[GIFT-1] [GIFT-2] one that %s, eligible %s, says its days', async (_state, EligibleDate, over, words) => {
  await open({ EligibleDate, ...over });
  await screen.findByText((text) => words.test(text.replaceAll('\u00a0', ' ')));
});

test('[GIFT-2] the button waits for all five boxes and says so', async () => {
  const hint = 'Check all five boxes to complete your registration.';
  await open();
  await screen.findByText(/The card arrives 2–4 weeks after day 90\.$/);
  const phone = screen.getByRole('link', { name: '(555) 010-0199' });
  expect(phone.parentElement?.textContent).toMatch(/0199\.$/);
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes).toHaveLength(5);
  for (const box of boxes) {
    expect(button().disabled).toBe(true);
    expect(screen.getByRole('button', { description: hint })).toBe(button());
    await user.click(box);
  }
  expect(button().disabled).toBe(false);
  expect(screen.queryByText(hint)).toBeNull();
  await user.click(boxes[2] as HTMLElement);
  expect([boxes[2]?.checked, button().disabled]).toEqual([false, true]);
});

test('[GIFT-2] registering says so, and leads to the top of the home page', async () => {
  const { path } = await open();
  const scrollTo = vi.fn();
  vi.stubGlobal('scrollTo', scrollTo);
  const respond = server.hold(register);
  await submit();
  const working = await screen.findByText('Registering gift card');
  expect(document.activeElement).toBe(working.closest('[role=status]'));
  expect(screen.queryByRole('checkbox')).toBeNull();
  respond({ body: { statusCode: '00' } });
  await screen.findByText('Success');
  await waitFor(() => expect(path()).toBe('/'));
  expect(scrollTo).toHaveBeenCalledWith({ top: 0 });
  const registration = { accountNumber, DiscountType: 'GiftCard', Optin: 'true' };
  expect(server.requestsOf(register).map(({ body }) => body)).toEqual([registration]);
});

test.each([
  [problemAnswer(503, 'server.unavailable'), undefined],
  [{ body: { statusCode: '09', statusDescription: 'The office is closed.' } }, 'The office is closed.'],
  [{ body: { statusCode: '09' } }, '09'],
])('[GIFT-2] a failure is said, and every tick is still there (%#)', async (answer, words) => {
  const { path } = await open();
  server.answer(register, answer);
  await submit();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(`Failed to register, please try again later${words ?? ''}`);
  expect(document.activeElement).toBe(alert);
  expect(screen.getAllByText('Failed to register, please try again later')).toHaveLength(1);
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').every((box) => box.checked)).toBe(true);
  expect(path()).toBe('/gift-card');
  expect(button().disabled).toBe(false);
});

test('[GIFT-1] what somebody else has registered meanwhile shows as registered', async () => {
  await open();
  server.answer(register, () => {
    server.answer(details, { body: detailsWith([{ ...card, IsDiscountApplied: 'true' }]) });
    return { body: { statusCode: '03', statusDescription: 'Already registered.' } };
  });
  await submit();
  await screen.findByText('You are registered for your gift card');
});

test('[GIFT-1] details that cannot be loaded can be tried again', async () => {
  server.answer(details, problemAnswer(404, 'request.not-found'));
  await renderPage(<GiftCard />, { at: '/gift-card' });
  const again = await screen.findByRole('button', { name: 'Try Again' });
  server.answer(details, { body: detailsWith([card]) });
  await user.click(again);
  expect(await screen.findAllByRole('checkbox')).toHaveLength(5);
});
