import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { ButtonLook } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PanelButton } from './PanelButton.tsx';

// Few customers add a method on a visit, so its code loads when the panel opens.
const AddMethod = lazy(async () => ({ default: (await import('./AddMethod.tsx')).AddMethod }));

interface AddMethodButtonProps extends Pick<ButtonLook, 'variant'> {
  /** Called with the id of the new method. */
  readonly onAdded?: (id: string) => void;
}

/** Opens the panel in which a method is added (METHODS-2). */
export function AddMethodButton({ variant = 'default', onAdded }: AddMethodButtonProps) {
  const { t } = useTranslation();
  return (
    <PanelButton label={t('payment-methods.add')} variant={variant}>
      {(close) => (
        <Suspense fallback={<Skeleton />}>
          <AddMethod
            onCancel={close}
            onAdded={(id) => {
              close();
              onAdded?.(id);
            }}
          />
        </Suspense>
      )}
    </PanelButton>
  );
}
