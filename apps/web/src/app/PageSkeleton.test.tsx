import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startFakeServer } from '../testing/fake-server.ts';
import { answerForAccount } from '../testing/page-data.ts';
import { renderPage } from '../testing/render-page.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';

startFakeServer(answerForAccount);

test('[SHELL-8] a page that takes its time has its title and its cards, and says once that it loads', async () => {
  await renderPage(<PageSkeleton title="payments.title" cards={3} />);
  await screen.findByRole('heading', { level: 1, name: 'Payments' });
  const loading = { name: 'Loading' };
  await waitFor(() => expect(screen.getAllByRole('status', { ...loading, hidden: true })).toHaveLength(3));
  expect(screen.getAllByRole('status', loading)).toHaveLength(1);
});
