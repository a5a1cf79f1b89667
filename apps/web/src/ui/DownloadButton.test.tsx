import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { user } from '../testing/user.ts';
import { DownloadButton } from './DownloadButton.tsx';

afterEach(() => onlineManager.setOnline(true));

test('a file is fetched once at a time; a failure is said, also offline, and it can be pressed again', async () => {
  const file = Promise.withResolvers<Blob>();
  const fetchFile = vi.fn(() => file.promise);
  const onFailure = vi.fn();
  const texts = { label: 'Download', workingLabel: 'Preparing', failedText: 'It did not work.' };
  await renderPage(<DownloadButton {...texts} {...{ fetchFile, onFailure, fileName: 'bill.pdf' }} />);
  onlineManager.setOnline(false);
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await user.click(await screen.findByRole('button', { name: 'Preparing' }));
  expect(screen.queryByRole('alert')).toBeNull();
  file.reject(new Error('offline'));
  expect((await screen.findByRole('alert')).textContent).toBe('It did not work.');
  expect([fetchFile.mock.calls.length, onFailure.mock.calls.length]).toEqual([1, 1]);
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(fetchFile).toHaveBeenCalledTimes(2));
});
