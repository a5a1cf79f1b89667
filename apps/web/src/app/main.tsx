import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onSessionEnded } from '../api/session.ts';
import { startI18n } from './i18n.ts';
import { paths } from './paths.ts';
import { router } from './router.tsx';
import './base.css';
import { pageColors, theme } from './theme.ts';

onSessionEnded(() => {
  const returnTo = router.state.location.href;
  void router.navigate({ to: paths.login, search: { returnTo, ended: '1' }, ignoreBlocker: true });
});

await startI18n();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={pageColors} defaultColorScheme="auto">
      <RouterProvider router={router} />
    </MantineProvider>
  </StrictMode>,
);
