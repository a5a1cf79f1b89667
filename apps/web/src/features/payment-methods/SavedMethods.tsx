import type { activateMethod, deactivateMethod, RecurringPayment } from '@myaccount/contract/payment-methods';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { call } from '../../api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/Notice.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { targetLink } from '../../ui/TextLink.tsx';
import { businessToday } from '../../ui/time.ts';
import { showToast } from '../../ui/toasts.ts';
import { useAccount, useBillingAccount, useBillingReload } from '../accounts/accounts.queries.ts';
import { MethodLine } from './MethodName.tsx';
import { actionsOf } from './method-actions.rules.ts';
import { methodInSentence, methodName } from './method-name.ts';
import { usePaymentMethods } from './payment-methods.queries.ts';
import classes from './SavedMethods.module.css';
import { SecurityHold } from './SecurityHold.tsx';

/** Where the list is: on its own page, or beside a payment. The words of its toasts differ (METHODS-7). */
type MethodsPlace = 'manage' | 'payments';

interface SavedMethodsProps {
  readonly place: MethodsPlace;
  /** Id of the method that the form beside would charge: it stays (METHODS-7). */
  readonly selectedId?: string;
  /** Called when the customer follows a link of the list: where it is in a panel, the panel closes. */
  readonly onLeave?: () => void;
}

/** Saved methods, default first, with what can be done with each (METHODS-1, METHODS-6, METHODS-7). */
export function SavedMethods(props: SavedMethodsProps) {
  const { t } = useTranslation();
  return (
    <Loaded query={usePaymentMethods()} failed={t('payment-methods.failed')}>
      {(methods) => <MethodList {...props} methods={methods} />}
    </Loaded>
  );
}

function MethodList(props: SavedMethodsProps & { readonly methods: readonly RecurringPayment[] }) {
  const { place, selectedId, methods, onLeave } = props;
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const { mutate, isPending, variables, error } = useMethodChange(place);
  const [removed, setRemoved] = useState<RecurringPayment | null>(null);
  const today = businessToday();
  const becomesDefault = isPending && variables.change === 'activate' ? variables.method.id : undefined;

  function confirmRemoval(method: RecurringPayment): void {
    mutate(
      { change: 'remove', method },
      {
        onSuccess: () => requestAnimationFrame(() => list.current?.focus()),
        onSettled: () => setRemoved(null),
      },
    );
  }

  if (methods.length === 0) {
    return <EmptyState text={t('payment-methods.noneSaved')} hint={t('payment-methods.noneSavedHint')} />;
  }
  return (
    <div className={layout.stack}>
      <SecurityHold />
      {/* Once the question is gone, so that it takes the focus. */}
      {error && !removed && <NotChanged {...variables} error={error} onLeave={onLeave} />}
      <ul ref={list} className={classes.list} aria-label={t('payment-methods.list')} tabIndex={-1}>
        {methods.map((method) => (
          <MethodRow
            key={method.id}
            method={method}
            actions={actionsOf(method, { methods, today, selectedId })}
            isBusy={isPending}
            isBecomingDefault={method.id === becomesDefault}
            // Its button is gone when the list shows it first.
            onMakeDefault={() =>
              mutate({ change: 'activate', method }, { onSuccess: () => list.current?.focus() })
            }
            onRemove={() => setRemoved(method)}
          />
        ))}
      </ul>
      {removed && (
        <ConfirmDialog
          isDestructive
          title={t('payment-methods.remove.question')}
          confirmLabel={t('payment-methods.remove.action')}
          cancelLabel={t('payment-methods.remove.keep')}
          isBusy={isPending}
          onConfirm={() => confirmRemoval(removed)}
          onCancel={() => setRemoved(null)}
        >
          <div className={layout.stack}>
            <MethodLine method={removed} />
            <p>{t('payment-methods.remove.meaning')}</p>
          </div>
        </ConfirmDialog>
      )}
    </div>
  );
}

interface MethodRowProps {
  readonly method: RecurringPayment;
  readonly actions: ReturnType<typeof actionsOf>;
  /** True while any method is being changed. */
  readonly isBusy: boolean;
  readonly isBecomingDefault: boolean;
  readonly onMakeDefault: () => void;
  readonly onRemove: () => void;
}

/** One saved method with its actions in words; an action that is not possible says why. */
function MethodRow(props: MethodRowProps) {
  const { method, actions, isBusy, isBecomingDefault, onMakeDefault, onRemove } = props;
  const { t } = useTranslation();
  const name = methodName(method.payment_method, t);
  const isHeld = Boolean(useAccount().securityHoldUntil);
  const canBeDefault = actions.canBeDefault && !isHeld;
  const action = (change: MethodChange['change'], button: ComponentProps<typeof Button>) => (
    <Button
      {...button}
      className={layout.button}
      aria-label={`${t(`payment-methods.${change}.action`)}: ${name}`}
    >
      {t(`payment-methods.${change}.action`)}
    </Button>
  );
  return (
    <li className={layout.rowsItem}>
      <div className={classes.line}>
        <MethodLine method={method} isDefaultShown />
        {actions.kept && <p className={classes.kept}>{t(`payment-methods.kept.${actions.kept}`)}</p>}
      </div>
      {(canBeDefault || !actions.kept) && (
        <div className={classes.actions}>
          {canBeDefault &&
            action('activate', {
              variant: 'default',
              isBusy: isBecomingDefault,
              disabled: isBusy && !isBecomingDefault,
              onClick: onMakeDefault,
            })}
          {!actions.kept && action('remove', { variant: 'subtle', disabled: isBusy, onClick: onRemove })}
        </div>
      )}
    </li>
  );
}

/** Names the method that stays as it was, says why, and leads to what uses it (METHODS-7). */
function NotChanged(props: MethodChange & { error: unknown; onLeave: SavedMethodsProps['onLeave'] }) {
  const { change, method, error, onLeave } = props;
  const { t } = useTranslation();
  const use = whoCharges(error);
  return (
    <Notice
      tone="bad"
      title={t(`payment-methods.${change}.notDone`, { method: methodInSentence(method.payment_method, t) })}
      isFocused
    >
      <p>{problemText(error, t)}</p>
      {use && (
        <p>
          <Link to="/payments" className={targetLink} onClick={onLeave}>
            {t(`payment-methods.usedBy.${use}`)}
          </Link>
        </p>
      )}
    </Notice>
  );
}

interface MethodChange {
  readonly change: 'activate' | 'remove';
  readonly method: RecurringPayment;
}

/** Returns what charges a method that therefore cannot be removed; undefined when something else went wrong. */
function whoCharges(error: unknown): 'autopay' | 'planned' | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  if (error.code === 'payment-methods.used-by-autopay') return 'autopay';
  return error.code === 'payment-methods.used-by-planned' ? 'planned' : undefined;
}

/**
 * Changes a saved method, and lasts until the list has loaded again. A toast tells the result; a method that is in use has
 * none: the list says so instead (METHODS-7).
 */
function useMethodChange(place: MethodsPlace) {
  const { t } = useTranslation();
  const billingAccountId = useBillingAccount().id;
  const textsOf = (change: MethodChange['change']) =>
    `payment-methods.${change === 'activate' ? 'activate' : `remove.${place}`}`;
  return useMutation({
    mutationFn: async ({ change, method: { id } }: MethodChange): Promise<unknown> => {
      const body = { billing_account_id: billingAccountId, recurring_payment_id: id, payment_method: id };
      return change === 'activate'
        ? await call<typeof activateMethod>('POST /payments/activate', { body })
        : await call<typeof deactivateMethod>('POST /payments/deactivate', { body });
    },
    onSuccess: (_changed, { change }) => showToast('success', t(`${textsOf(change)}.done`)),
    onError: (error, { change }) => {
      if (!whoCharges(error)) showToast('failure', t(`${textsOf(change)}.failed`));
    },
    onSettled: useBillingReload(),
  });
}
