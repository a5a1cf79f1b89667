import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { AnswerPanel } from '../../ui/AnswerPanel.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { useAccount, useBillingAccount } from '../accounts/accounts.queries.ts';
import { agreedConsent } from '../consents/agreed-consent.ts';
import classes from './AddMethod.module.css';
import { type NewMethod, saveForm, saveTicket } from './adding.calls.ts';
import { ChaseForm } from './ChaseForm.tsx';
import { useHasDefault } from './payment-methods.queries.ts';
import { TransafeFrame } from './TransafeFrame.tsx';
import { useAddMethod } from './useAddMethod.ts';

export type MethodKind = 'card' | 'bank';

interface AddingFormProps {
  readonly kind: MethodKind;
  readonly nickname: string;
  /** True while the customer has not agreed, or the name is not right. */
  readonly isLocked: boolean;
  readonly onAdded: (id: string) => void;
  readonly onCancel: () => void;
}

/** The outside service's form for one kind of method, and what becomes of it. */
export function AddingForm({ kind, nickname, isLocked, onAdded, onCancel }: AddingFormProps) {
  const { t, i18n } = useTranslation();
  const { customer, Business } = useAccount();
  const billingAccount = useBillingAccount();
  const isDefault = !useHasDefault();
  const { isSaving, failure, onStep, onFailure, save, startOver } = useAddMethod(onAdded);
  const holderName = Business?.BusinessName ?? `${customer.firstName} ${customer.lastName}`;
  const method = (): NewMethod => ({
    billingAccount,
    isDefault,
    nickname,
    holderName,
    consents: [agreedConsent('stored-method', i18n.language)],
  });

  if (failure) {
    const { step, words, isDeclined } = failure;
    const declined = isDeclined ? t('payment-methods.adding.declined') : undefined;
    // The form speaks the customer's language, the check behind it does not.
    const notVerified =
      step === 'save' && words && t(`payment-methods.adding.notVerified.${kind}`, { words });
    return (
      <ProblemState
        text={t('payment-methods.adding.failed')}
        meaning={notVerified || (words ?? declined)}
        error={failure.error}
        onRetry={startOver}
        isFocused
      />
    );
  }
  if (isSaving) {
    return <AnswerPanel state="working" title={t('payment-methods.adding.saving')} isFocused />;
  }
  return (
    <>
      <p className={classes.lock} role="status">
        {isLocked && t(`payment-methods.adding.locked.${kind}`)}
      </p>
      {kind === 'card' && config.flags.cardProcessorPayments ? (
        <ChaseForm
          billingName={holderName}
          isLocked={isLocked}
          onComplete={(uid) => save(() => saveForm(uid, method()))}
          onCancel={onCancel}
          onStep={onStep}
          onFailure={onFailure}
        />
      ) : (
        <TransafeFrame
          kind={kind}
          isLocked={isLocked}
          onTicket={(ticket) => save(() => saveTicket(ticket, method()))}
          onStep={onStep}
          onFailure={onFailure}
        />
      )}
    </>
  );
}
