import { type ReactNode, StrictMode } from 'react';
import { ToastRegion } from '../ui/ToastRegion.tsx';

/** What everything is shown in, with the region of messages. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      {children}
      <ToastRegion />
    </StrictMode>
  );
}
