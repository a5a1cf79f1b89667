import { type ReactNode, StrictMode, useEffect } from 'react';
import { afterPaint } from '../ui/focus.ts';
import { loadFont } from '../ui/font.ts';
import { ToastRegion } from '../ui/ToastRegion.tsx';

/** What everything is shown in, with the region of messages. */
export function Page({ children }: { children: ReactNode }) {
  useEffect(() => afterPaint(() => void loadFont()), []);
  return (
    <StrictMode>
      {children}
      <ToastRegion />
    </StrictMode>
  );
}
