import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { show } from '../testing/page.tsx';
import { afterPaint } from './focus.ts';
import { PageTitle } from './PageTitle.tsx';

const painted = () => new Promise<void>((resolve) => void afterPaint(resolve));
const focused = () => document.activeElement;

function ButtonsAbove({ children }: { children: string }) {
  return (
    <>
      <button type="button">Pressed</button>
      <input aria-label="Field" />
      <PageTitle>{children}</PageTitle>
    </>
  );
}

beforeAll(() => {
  // The first page of a visit leaves the focus to the browser.
  const { unmount } = show(<PageTitle>First page</PageTitle>);
  expect(focused()).toBe(document.body);
  unmount();
});

test('[START-6] the title of a page that a press led to has the focus once it is painted', async () => {
  show(<PageTitle>Payments</PageTitle>);
  expect(focused()).toBe(document.body);
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { name: 'Payments' })));
});

test('[START-6] what led to the page gives the focus up; what is pressed on the new page keeps it', async () => {
  const { rerender } = show(<ButtonsAbove key="before">Before</ButtonsAbove>);
  await painted();
  rerender(<ButtonsAbove key="after">After</ButtonsAbove>);
  await painted();
  expect(focused()).toBe(screen.getByRole('heading', { name: 'After' }));
  rerender(<ButtonsAbove key="last">Last</ButtonsAbove>);
  screen.getByRole('button', { name: 'Pressed' }).focus();
  await painted();
  expect(focused()).toBe(screen.getByRole('button', { name: 'Pressed' }));
});

test('[START-6] a field that has the focus keeps it, and a title that is gone takes none', async () => {
  const { rerender, unmount } = show(<ButtonsAbove>Form</ButtonsAbove>);
  await painted();
  const field = screen.getByRole('textbox', { name: 'Field' });
  field.focus();
  rerender(
    <>
      <ButtonsAbove>Form</ButtonsAbove>
      <PageTitle>Answer</PageTitle>
    </>,
  );
  await painted();
  unmount();
  show(<PageTitle>Gone</PageTitle>).unmount();
  await painted();
  expect(focused()).toBe(document.body);
});
