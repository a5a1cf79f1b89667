import { lazy, Suspense } from 'react';
import { FreshCodeNeeded } from './account-info.queries.ts';
import type { FreshCodePurpose } from './FreshCodeDialog.tsx';

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
  readonly purpose?: FreshCodePurpose;
}

/** The dialog for a fresh code, when a save, or what is secret, waits for one; then it goes on. */
export function FreshCodeStep({ change, purpose = 'save' }: FreshCodeStepProps) {
  if (!(change.error instanceof FreshCodeNeeded)) return null;
  return (
    <Suspense>
      <FreshCodeDialog
        purpose={purpose}
        sent={change.error.sent}
        onDone={change.saveAgain}
        onCancel={change.giveUp}
      />
    </Suspense>
  );
}
