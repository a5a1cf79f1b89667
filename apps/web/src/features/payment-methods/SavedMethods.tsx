import type { RecurringPayment } from '@myaccount/contract/payment-methods';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { businessToday } from '../../ui/business-day.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FailedMethodChange } from './FailedMethodChange.tsx';
import { MethodLine } from './MethodLine.tsx';
import { MethodRow } from './MethodRow.tsx';
import { MethodsProblem } from './MethodsProblem.tsx';
import { actionsOf } from './method-actions.rules.ts';
import { usePaymentMethods } from './payment-methods.queries.ts';
import classes from './SavedMethods.module.css';
import { type MethodsPlace, useMethodChange } from './useMethodChange.ts';

interface SavedMethodsProps {
  readonly place: MethodsPlace;
  /** Id of the method that the form beside would charge: it stays (METHODS-7). */
  readonly selectedId?: string;
  /** Called when the customer follows a link of the list: where it stands in a panel, that closes. */
  readonly onLeave?: () => void;
}

/** Saved methods, default first, with what can be done with each (METHODS-1, METHODS-6, METHODS-7). */
export function SavedMethods(props: SavedMethodsProps) {
  const methods = usePaymentMethods();
  if (methods.data) return <MethodList {...props} methods={methods.data} />;
  if (methods.error) return <MethodsProblem error={methods.error} onRetry={() => void methods.refetch()} />;
  return <Skeleton />;
}

interface MethodListProps extends SavedMethodsProps {
  readonly methods: readonly RecurringPayment[];
}

function MethodList({ place, selectedId, methods, onLeave }: MethodListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const { busy, failure, activate, remove } = useMethodChange(place);
  const [removed, setRemoved] = useState<RecurringPayment | null>(null);
  const today = businessToday();

  async function makeDefault(method: RecurringPayment): Promise<void> {
    // Its button is gone when the list shows it first.
    if (await activate(method)) list.current?.focus();
  }

  async function confirmRemoval(method: RecurringPayment): Promise<void> {
    const isRemoved = await remove(method);
    setRemoved(null);
    if (isRemoved) requestAnimationFrame(() => list.current?.focus());
  }

  if (methods.length === 0) {
    return <EmptyState text={t('payment-methods.noneSaved')} hint={t('payment-methods.noneSavedHint')} />;
  }
  return (
    <>
      {/* Once the question is gone, so that it takes the focus. */}
      {failure && !removed && (
        <div className={classes.failure}>
          <FailedMethodChange failure={failure} onLeave={onLeave} />
        </div>
      )}
      <ul ref={list} className={classes.list} aria-label={t('payment-methods.list')} tabIndex={-1}>
        {methods.map((method) => (
          <MethodRow
            key={method.id}
            method={method}
            actions={actionsOf(method, { methods, today, selectedId })}
            isBusy={busy !== null}
            isBecomingDefault={busy?.id === method.id && busy.change === 'activate'}
            onMakeDefault={() => void makeDefault(method)}
            onRemove={() => setRemoved(method)}
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={removed !== null}
        title={t('payment-methods.remove.question')}
        confirmLabel={t('payment-methods.remove.action')}
        cancelLabel={t('payment-methods.remove.keep')}
        isBusy={busy !== null}
        onConfirm={() => removed && void confirmRemoval(removed)}
        onCancel={() => setRemoved(null)}
      >
        {removed && <MethodLine method={removed} />}
        <p className={classes.meaning}>{t('payment-methods.remove.meaning')}</p>
      </ConfirmDialog>
    </>
  );
}
