import { MantineProvider } from '@mantine/core';
import { type ReactNode, StrictMode } from 'react';
import { ToastRegion } from '../ui/ToastRegion.tsx';
import { pageColors, theme } from './theme.ts';

/** What everything is shown in: the theme, and the region of messages. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={pageColors} defaultColorScheme="auto">
        {children}
        <ToastRegion />
      </MantineProvider>
    </StrictMode>
  );
}
