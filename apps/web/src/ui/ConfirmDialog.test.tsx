import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '../testing/page.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

const question = {
  title: 'Remove this card?',
  children: 'It cannot be used any more.',
  confirmLabel: 'Remove',
  cancelLabel: 'Keep',
};

function open(isBusy = false) {
  const onConfirm = vi.fn();
  const onCancel = vi.fn();
  show(<ConfirmDialog {...question} isBusy={isBusy} onConfirm={onConfirm} onCancel={onCancel} />);
  return { onConfirm, onCancel, dialog: screen.getByRole('alertdialog', { name: question.title }) };
}

test.each([
  ['does what is pressed, and Escape cancels', false, [1, 2]],
  ['waits while it works', true, [0, 0]],
])('asks by name and text, and %s', (_what, isBusy, calls) => {
  const { dialog, onConfirm, onCancel } = open(isBusy);
  const textId = dialog.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(textId)?.textContent).toBe(question.children);
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  fireEvent.click(screen.getByRole('button', { name: 'Keep' }));
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect([onConfirm.mock.calls.length, onCancel.mock.calls.length]).toEqual(calls);
});

/** A page whose button may go while the dialog is open, and whose heading changes once it is confirmed. */
function Page({ withOpener = true }: { withOpener?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isDone, setIsDone] = useState(false);
  if (isDone) return <h1 tabIndex={-1}>Done</h1>;
  return (
    <>
      <h1 tabIndex={-1}>Cards</h1>
      {(withOpener || !isOpen) && (
        <button type="button" onClick={() => setIsOpen(true)}>
          Remove card
        </button>
      )}
      {isOpen && (
        <ConfirmDialog {...question} onConfirm={() => setIsDone(true)} onCancel={() => setIsOpen(false)} />
      )}
    </>
  );
}

test.each([
  ['what opened it', true, 'Keep', 'Remove card'],
  ['the heading when that is gone', false, 'Keep', 'Cards'],
  ['the heading when it goes together with what opened it', true, 'Remove', 'Done'],
])('[FOCUS-1] when it closes, the focus returns to %s', async (_to, withOpener, button, name) => {
  show(<Page withOpener={withOpener} />);
  const opener = screen.getByRole('button', { name: 'Remove card' });
  opener.focus();
  fireEvent.click(opener);
  const pressed = screen.getByRole('button', { name: button });
  pressed.focus();
  fireEvent.click(pressed);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await waitFor(() => expect(document.activeElement?.textContent).toBe(name));
});
