import { lazy, Suspense } from 'react';
import { FreshCodeNeeded } from './account-info.queries.ts';

// Few saves need a code.
const FreshCodeDialog = lazy(async () => ({
  default: (await import('./FreshCodeDialog.tsx')).FreshCodeDialog,
}));

interface FreshCodeStepProps {
  readonly change: {
    readonly error: Error | null;
    readonly saveAgain: () => void;
    readonly giveUp: () => void;
  };
}

/** The dialog for a fresh code, when a save waits for one; then the save goes on. */
export function FreshCodeStep({ change }: FreshCodeStepProps) {
  if (!(change.error instanceof FreshCodeNeeded)) return null;
  return (
    <Suspense>
      <FreshCodeDialog sent={change.error.sent} onDone={change.saveAgain} onCancel={change.giveUp} />
    </Suspense>
  );
}
