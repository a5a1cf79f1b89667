import { lazy, Suspense, useState } from 'react';

// Few customers move: its code loads when the panel opens.
const BillingAddressPanel = lazy(async () => ({
  default: (await import('./BillingAddress.tsx')).BillingAddressPanel,
}));

interface AddressButtonProps {
  readonly className?: string | undefined;
  /** The button's whole name; the children are its words. */
  readonly label: string;
  readonly children: string;
}

/** Opens the panel of the billing address (HOME-5). */
export function AddressButton({ className, label, children }: AddressButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} aria-label={label} onClick={() => setIsOpen(true)}>
        {children}
      </button>
      {isOpen && (
        <Suspense>
          <BillingAddressPanel onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
