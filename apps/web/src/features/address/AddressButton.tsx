import { lazy, Suspense, useState } from 'react';

// Few customers move: its code loads when the dialog opens.
const AddressDialog = lazy(async () => ({ default: (await import('./AddressDialog.tsx')).AddressDialog }));

interface AddressButtonProps {
  readonly className?: string | undefined;
  readonly label: string;
  readonly children: string;
}

/** Opens the dialog of the billing address (HOME-5). */
export function AddressButton({ className, label, children }: AddressButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} aria-label={label} onClick={() => setIsOpen(true)}>
        {children}
      </button>
      {isOpen && (
        <Suspense>
          <AddressDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
