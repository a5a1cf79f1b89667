import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { installBrowser, show, startTexts } from '../testing/page.tsx';
import { ChangesHint } from './ChangesHint.tsx';

test.each([
  ['en', 'Changes can take up to 15 minutes to show.'],
  ['es', 'Los cambios pueden tardar hasta 15 minutos en verse.'],
] as const)('[SHELL-14] says in %s that changes take up to 15 minutes', async (language, text) => {
  installBrowser();
  await startTexts(language);
  show(<ChangesHint />);
  expect(screen.getByText(text)).toBeDefined();
});
