import { useEffect } from 'react';
import { currentSession } from '../../api/session.ts';

/** Has the browser warn before it leaves the page while a code is pending (LOGIN-5). */
export function LeaveWarning() {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!currentSession()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  return null;
}
