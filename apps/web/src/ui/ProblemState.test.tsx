import { fireEvent, screen } from '@testing-library/react';
import i18next from 'i18next';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ApiProblem } from '../api/api-problem.ts';
import { show } from '../testing/page.tsx';
import { user } from '../testing/user.ts';
import { ProblemState } from './ProblemState.tsx';
import { problemText } from './problem-text.ts';
import { SidePanel } from './SidePanel.tsx';

const error = new ApiProblem(500, { correlationId: '8adce5d09c0f253025098b5581a9c332' });

function List() {
  const [isFailed, setIsFailed] = useState(true);
  return (
    <>
      <h1 tabIndex={-1}>Bills</h1>
      {isFailed ? (
        <ProblemState
          text="The list did not load."
          meaning="Nothing was lost."
          error={error}
          onRetry={() => setIsFailed(false)}
        />
      ) : (
        <p>A list</p>
      )}
    </>
  );
}

test('[FAILURE-1] says what happened, what it means, and a reference: short to read out, all of it to copy', async () => {
  show(<List />);
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toBe('The list did not load.Nothing was lost.Try AgainReference: 8adce5d0 Copy');
  await user.click(screen.getByRole('button', { name: 'Copy reference' }));
  await screen.findByText('Copied', { selector: '[role=status]' });
  expect(await navigator.clipboard.readText()).toBe(error.correlationId);
});

test('[FOCUS-1] takes the focus where it replaces what was pressed', () => {
  show(<ProblemState text="The card was declined." isFocused />);
  expect(document.activeElement).toBe(screen.getByRole('alert'));
});

const panel = (
  <SidePanel title="Add a card" onClose={() => undefined}>
    <List />
  </SidePanel>
);

test.each([
  ['the heading', <List key="list" />, 'Bills'],
  ['the title of its dialog', panel, 'Add a card'],
])('[FOCUS-1] trying again leads to %s when it helps', (_where, page, title) => {
  show(page);
  const retry = screen.getByRole('button', { name: 'Try Again' });
  retry.focus();
  fireEvent.click(retry);
  expect(document.activeElement?.textContent).toBe(title);
});

test('[FAILURE-1] an error that is of no call has the words of its place', () => {
  expect(problemText(new Error('broken'), i18next.t, 'payments.planned.notCancelled')).toBe(
    'The payment was not canceled. Please try again.',
  );
});
