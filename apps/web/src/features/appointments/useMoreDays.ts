import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { loadDaysUntil } from './appointments.queries.ts';

/** Loading of the days beyond those that are loaded. */
export type MoreDaysState = 'idle' | 'loading' | 'failed';

/** Loads further days once one of them is chosen (SCHEDULE-2). */
export function useMoreDays(token: string, loadedUntil: string) {
  const client = useQueryClient();
  const [state, setState] = useState<MoreDaysState>('idle');
  const latest = useRef(0);

  function loadUntil(day: string): void {
    latest.current += 1;
    const own = latest.current;
    const isLoaded = day <= loadedUntil;
    setState(isLoaded ? 'idle' : 'loading');
    if (isLoaded) return;
    const settle = (next: MoreDaysState) => {
      if (own === latest.current) setState(next);
    };
    loadDaysUntil(client, token, day).then(
      () => settle('idle'),
      () => settle('failed'),
    );
  }

  return { state, loadUntil };
}
