import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show } from '../testing/page.tsx';
import { user } from '../testing/user.ts';
import { Pager } from './HistoryList.tsx';

const onPage = vi.fn();

beforeEach(() => {
  onPage.mockClear();
});

function showPager(page: number, totalPages: number) {
  return show(<Pager label="Bills" page={page} totalPages={totalPages} onPage={onPage} />);
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const isOff = (name: string) => button(name).getAttribute('aria-disabled') === 'true';

test.each([
  [1, true, false],
  [2, false, false],
  [3, false, true],
])('[BILLING-2] on page %d of 3, “previous” is off: %s, “next” is off: %s', (page, isFirst, isLast) => {
  showPager(page, 3);
  expect([isOff('Previous page'), isOff('Next page')]).toEqual([isFirst, isLast]);
  expect(button(`Page ${page}`).getAttribute('aria-current')).toBe('page');
});

test.each([
  ['Previous page', 1],
  ['Next page', 3],
  ['Page 3', 3],
])('[PAYMENTS-3] “%s” on page 2 leads to page %d', async (name, target) => {
  showPager(2, 3);
  await user.click(button(name));
  expect(onPage.mock.calls).toEqual([[target]]);
});

test('[BILLING-2] one page needs no numbers', () => {
  showPager(1, 1);
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('[BILLING-2] a page number beyond the last leads back, never on', () => {
  showPager(4, 3);
  expect([isOff('Previous page'), isOff('Next page')]).toEqual([false, true]);
});

test('[LOOK-2] at the last page “next” keeps the focus and leads nowhere', async () => {
  showPager(3, 3);
  await user.click(button('Next page'));
  await waitFor(() => expect(document.activeElement).toBe(button('Next page')));
  expect(onPage).not.toHaveBeenCalled();
});

test('[LOOK-2] a new page is announced; the first page of a visit is not', () => {
  const pagerOf = (page: number) => <Pager label="Bills" page={page} totalPages={5} onPage={onPage} />;
  const { rerender } = render(pagerOf(1));
  const announcement = screen.getByRole('status');
  expect(announcement.textContent).toBe('');
  rerender(pagerOf(2));
  expect(announcement.textContent).toBe('Page 2 of 5');
  rerender(pagerOf(1));
  expect(announcement.textContent).toBe('Page 1 of 5');
});
