import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { user } from '../testing/user.ts';
import { DownloadButton } from './DownloadButton.tsx';

afterEach(() => onlineManager.setOnline(true));

test('a file is fetched once at a time; a failure is said, also offline, and it can be pressed again', async () => {
  const answer = Promise.withResolvers<Blob>();
  const fetchFile = vi.fn(() => answer.promise);
  const onFailure = vi.fn();
  const file = { label: 'Download', texts: 'autopay.consent', fileName: 'bill.pdf' };
  await renderPage(<DownloadButton {...file} fetchFile={fetchFile} onFailure={onFailure} />);
  onlineManager.setOnline(false);
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await user.click(await screen.findByRole('button', { name: 'Downloading' }));
  expect(screen.queryByRole('alert')).toBeNull();
  answer.reject(new Error('offline'));
  expect((await screen.findByRole('alert')).textContent).toBe('The download did not work. Please try again.');
  expect([fetchFile.mock.calls.length, onFailure.mock.calls.length]).toEqual([1, 1]);
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(fetchFile).toHaveBeenCalledTimes(2));
});
