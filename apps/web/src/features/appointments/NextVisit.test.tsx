import type { Language } from '@myaccount/contract/languages';
import type { JobStatus } from '@myaccount/contract/visit-progress';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { problemAnswer, startFakeServer } from '../../testing/fake-server.ts';
import { accountNumber, answerForAccount } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { user } from '../../testing/user.ts';
import { NextVisit } from './NextVisit.tsx';

const server = startFakeServer(answerForAccount);
const link = 'POST /appointment/link';
const time = { startDate: '2026-11-28T14:00:00.000Z', endDate: '2026-11-28T16:00:00.000Z' };
const unknown = { techFirstName: null, shortestArrivalETA: null, longestArrivalETA: null };
const nextVisit = { ...time, ...unknown, jobStatus: 'Ready' } as const;
const arrival = {
  techFirstName: 'Sam',
  shortestArrivalETA: '2026-11-28T14:10:00.000Z',
  longestArrivalETA: '2026-11-28T14:40:00.000Z',
};

async function open(details: object, language: Language = 'en') {
  server.answer('GET /customer/account/details', { body: details });
  return await renderPage(<NextVisit />, { language });
}

test.each([
  ['en', /^Your technician’s visit is on Saturday, Nov\s28,\s2026, between 9\sand\s11\sAM(\sEST)?\.$/],
  [
    'es',
    /^La visita de su técnico es el sábado\s28\sde\snoviembre\sde\s2026, de 9\sa\s11\sa\.m\.(\sEST\.)?$/,
  ],
] as const)('[SCHEDULE-1] home says in %s when the technician comes', async (language, words) => {
  await open({ nextVisit }, language);
  await screen.findByText(words);
});

test.each<[Language, JobStatus, object, RegExp]>([
  ['en', 'En Route', arrival, /^Sam is on the way and will arrive between 9:10 and 9:45\sAM(\sEST)?\.$/],
  ['es', 'En Route', arrival, /^Sam está en camino y llegará entre las 9:10 y las 9:45\sa\.m\.(\sEST\.)?$/],
  ['en', 'En Route', {}, /^Your technician is on the way\.$/],
  ['en', 'In Progress', { techFirstName: 'Sam' }, /^Sam is working on your service\.$/],
])(
  '[SCHEDULE-4] home says in %s of a visit that is %s who comes, and when',
  async (...[language, jobStatus, who, words]) => {
    await open({ nextVisit: { ...nextVisit, jobStatus, ...who } }, language);
    await screen.findByText((shown) => words.test(shown.replaceAll('\u00a0', ' ')));
  },
);

test('[SCHEDULE-4] home asks again every minute while there is a visit, and without one never', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    await open({ nextVisit });
    const asked = () => server.requestsOf('GET /customer/account/details').length;
    await screen.findByRole('button', { name: 'See or change the visit' });
    await vi.advanceTimersByTimeAsync(50_000);
    // A call that was made too early arrives.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(asked()).toBe(1);
    server.answer('GET /customer/account/details', { body: {} });
    await vi.advanceTimersByTimeAsync(10_000);
    await waitFor(() => expect(asked()).toBe(2));
    await vi.advanceTimersByTimeAsync(180_000);
    expect(asked()).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test('[SCHEDULE-1] the visit opens by its own link; one that cannot be made says so, and can be asked for again', async () => {
  const { path } = await open({ nextVisit });
  server.answer(link, problemAnswer(503, 'server.unavailable'));
  await user.click(await screen.findByRole('button', { name: 'See or change the visit' }));
  await screen.findByText('Your visit could not be opened. Try again in a few minutes.');
  expect(path()).toBe('/');
  server.answer(link, { body: { token: 'token-7' } });
  await user.click(screen.getByRole('button', { name: 'See or change the visit' }));
  await waitFor(() => expect(path()).toBe('/schedule/token-7'));
  expect(server.requestsOf(link).at(-1)?.body).toEqual({ accountNumber });
});

test('[SCHEDULE-1] pressed twice, it makes one link', async () => {
  const { path } = await open({ nextVisit });
  const respond = server.hold(link);
  const press = async () =>
    user.click(await screen.findByRole('button', { name: 'See or change the visit' }));
  await press();
  await waitFor(() => expect(server.requestsOf(link)).toHaveLength(1));
  await press();
  respond({ body: { token: 'token-7' } });
  await waitFor(() => expect(path()).toBe('/schedule/token-7'));
  expect(server.requestsOf(link)).toHaveLength(1);
});

test('[SCHEDULE-1] without a visit there is nothing', async () => {
  await open({});
  await waitFor(() => expect(server.requestsOf('GET /customer/account/details')).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Your visit' })).toBeNull();
});
