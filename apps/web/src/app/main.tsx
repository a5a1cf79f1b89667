import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from '../api/config.ts';
import { ToastRegion } from '../ui/ToastRegion.tsx';
import { startI18n } from './i18n.ts';
import { router } from './router.tsx';
import { brandImage } from './shell/brand-image.ts';
import './base.css';
import { pageColors, theme } from './theme.ts';

function startPage(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  const portal = (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={pageColors} defaultColorScheme="auto">
        <RouterProvider router={router} />
        <ToastRegion />
      </MantineProvider>
    </StrictMode>
  );
  // A transition renders in slices, so that a slow phone stays responsive.
  startTransition(() => createRoot(root).render(portal));
}

function showBrandInTab(): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', brandImage(config.brand.logo));
}

/** Shows a message in both languages that is part of the page itself, because the texts could not be loaded. */
function showStartProblem(): void {
  document.getElementById('root')?.remove();
  document.getElementById('start-problem')?.removeAttribute('hidden');
}

showBrandInTab();
if (await startI18n()) startPage();
else showStartProblem();
