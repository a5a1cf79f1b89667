import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from '../testing/page.tsx';
import { ToastRegion } from './ToastRegion.tsx';
import { announce, showToast } from './toasts.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => act(() => vi.runAllTimers()));

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

function showSaved(): HTMLElement {
  show(<ToastRegion />);
  act(() => showToast('success', 'Changes have been saved'));
  return screen.getByText('Changes have been saved');
}

test('[SHELL-12] a toast is announced and goes after 2 seconds', () => {
  showSaved();
  const region = screen.getByRole('region', { name: 'Messages' });
  expect(region.getAttribute('aria-live')).toBe('polite');
  act(() => showToast('failure', 'Changes have not been saved'));
  expect([...region.children].map((toast) => toast.getAttribute('data-tone'))).toEqual(['good', 'bad']);
  pass(1900);
  expect(screen.queryByText('Changes have been saved')).not.toBeNull();
  pass(200);
  expect(screen.queryByText('Changes have been saved')).toBeNull();
});

test('[SHELL-12] it waits while the mouse is over it', () => {
  const toast = showSaved();
  fireEvent.mouseEnter(toast.parentElement as HTMLElement);
  pass(10_000);
  expect(screen.queryByText('Changes have been saved')).not.toBeNull();
  fireEvent.mouseLeave(toast.parentElement as HTMLElement);
  pass(2100);
  expect(screen.queryByText('Changes have been saved')).toBeNull();
});

test('[SHELL-12, FOCUS-1] it waits while it has the focus, and gives it back when it is dismissed', () => {
  show(<button type="button">Save</button>);
  showSaved();
  const save = screen.getByRole('button', { name: 'Save' });
  const dismiss = screen.getByRole('button', { name: 'Dismiss message' });
  act(() => save.focus());
  act(() => dismiss.focus());
  pass(10_000);
  expect(screen.queryByText('Changes have been saved')).not.toBeNull();
  fireEvent.click(dismiss);
  expect(screen.queryByText('Changes have been saved')).toBeNull();
  expect(document.activeElement).toBe(save);
});

test('[FOCUS-1] an announcement is only read out, and goes too', () => {
  show(<ToastRegion />);
  act(() => announce('Page 2 of 3'));
  const region = screen.getByRole('region', { name: 'Messages' });
  expect(region.textContent).toBe('Page 2 of 3');
  expect(screen.queryByRole('button')).toBeNull();
  pass(2100);
  expect(region.textContent).toBe('');
});
