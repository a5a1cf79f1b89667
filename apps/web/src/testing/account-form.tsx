import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { UnsavedChanges } from '../features/account-info/UnsavedChanges.tsx';
import { answerAccountInfo, saveCall, savedAccount } from './account-info.ts';
import type { FakeServer } from './fake-server.ts';
import { renderPage } from './render-page.tsx';
import { retype, user } from './user.ts';

/** Shows a section about the account on a page with nothing else. */
export function showSection(section: ReactElement) {
  return renderPage(
    <UnsavedChanges>
      <h1 tabIndex={-1}>Page</h1>
      {section}
    </UnsavedChanges>,
  );
}

/** Opens the form of a section by its button; returns the account that the server keeps. */
export async function openForm(server: FakeServer, section: ReactElement, editLabel: string) {
  const kept = answerAccountInfo(server);
  await showSection(section);
  await press(editLabel);
  return kept;
}

/** Presses a button, once it is there. */
export const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));

/** The field of a label, and what types into it. */
export const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label });
export const type = (label: string, text: string) => retype(field(label), text);

/** The button that saves. */
export const update = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Update' });

/** Returns what saves sent. */
export function savesTo(server: FakeServer) {
  return server.requestsOf(saveCall).map(savedAccount);
}
