import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { AnswerPanel } from '../../ui/AnswerPanel.tsx';
import layout from '../../ui/layout.module.css';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TabBar } from '../../ui/TabBar.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useAccount, useAccountDetails, useBillingAccount } from '../accounts/accounts.queries.ts';
import { agreedConsent } from '../consents/agreed-consent.ts';
import { ConsentCheckbox } from '../consents/ConsentCheckbox.tsx';
import classes from './AddMethod.module.css';
import { type NewMethod, saveForm, saveTicket } from './adding.calls.ts';
import { ChaseForm } from './ChaseForm.tsx';
import { isNickname, nicknameLength } from './method-name.ts';
import { usePaymentMethods } from './payment-methods.queries.ts';
import { TransafeFrame } from './TransafeFrame.tsx';
import { type MethodKind, useAddMethod } from './useAddMethod.ts';

interface AddMethodProps {
  readonly onAdded: (id: string) => void;
  readonly onCancel: () => void;
}

/** Chase's code of a card that its bank declined. */
const declinedCode = '360';
const kinds: readonly MethodKind[] = ['card', 'bank'];

/**
 * Adds a card or a bank account (METHODS-2 to METHODS-5). Its numbers are typed into the outside service's form alone; the
 * form opens for typing once the customer has agreed that the method is kept.
 */
export function AddMethod({ onAdded, onCancel }: AddMethodProps) {
  const { t } = useTranslation();
  const panelId = useId();
  const details = useAccountDetails();
  const [kind, setKind] = useState<MethodKind>('card');
  const [nickname, setNickname] = useState('');
  const [isAgreed, setIsAgreed] = useState(false);
  if (details.isPending) return <Skeleton />;
  const hasBank = details.data?.achEnabled !== false;
  const isNamed = isNickname(nickname);
  return (
    <div className={layout.stack}>
      {hasBank && (
        <TabBar
          label={t('payment-methods.adding.kind')}
          panelId={panelId}
          tabs={kinds.map((name) => ({ name, text: t(`payment-methods.adding.tab.${name}`) }))}
          selected={kind}
          onSelect={setKind}
        />
      )}
      <TextField
        label={t('payment-methods.adding.nickname')}
        hint={t('payment-methods.adding.nicknameHint')}
        error={!isNamed && t('payment-methods.adding.nicknameNumber')}
        value={nickname}
        maxLength={nicknameLength}
        autoComplete="off"
        onChange={(event) => setNickname(event.currentTarget.value)}
      />
      <ConsentCheckbox kind="stored-method" isGiven={isAgreed} onChange={setIsAgreed} />
      <div
        id={panelId}
        {...(hasBank && { role: 'tabpanel', 'aria-label': t(`payment-methods.adding.tab.${kind}`) })}
      >
        <AddingForm
          key={kind}
          kind={kind}
          nickname={nickname.trim()}
          isLocked={!isAgreed || !isNamed}
          onAdded={onAdded}
          onCancel={onCancel}
        />
      </div>
    </div>
  );
}

interface AddingFormProps extends AddMethodProps {
  readonly kind: MethodKind;
  readonly nickname: string;
  /** True while the customer has not agreed, or the name is not right. */
  readonly isLocked: boolean;
}

function AddingForm({ kind, nickname, isLocked, onAdded, onCancel }: AddingFormProps) {
  const { t, i18n } = useTranslation();
  const { customer, Business } = useAccount();
  const billingAccount = useBillingAccount();
  const hasDefault = usePaymentMethods().data?.some((method) => method.auto_payment) ?? true;
  const { isSaving, failure, events, save, startOver } = useAddMethod(kind, onAdded);
  const holderName = Business?.BusinessName ?? `${customer.firstName} ${customer.lastName}`;
  const method = (): NewMethod => ({
    billingAccount,
    isDefault: !hasDefault,
    nickname,
    holderName,
    consents: [agreedConsent('stored-method', i18n.language)],
  });

  if (isSaving) {
    return <AnswerPanel state="working" title={t('payment-methods.adding.saving')} isFocused />;
  }
  if (failure) {
    const isDeclined = failure.codes?.includes(declinedCode);
    return (
      <ProblemState
        text={t('payment-methods.adding.failed')}
        meaning={failure.words || (isDeclined && t('payment-methods.adding.declined'))}
        error={failure.error}
        onRetry={startOver}
        isFocused
      />
    );
  }
  return (
    <>
      <p className={classes.lock} role="status">
        {isLocked && t(`payment-methods.adding.locked.${kind}`)}
      </p>
      <div className={classes.slot} data-locked={isLocked || undefined} inert={isLocked}>
        {kind === 'card' && config.flags.cardProcessorPayments ? (
          <ChaseForm
            {...events}
            billingName={holderName}
            onComplete={(uid) => save(() => saveForm(uid, method()))}
            onCancel={onCancel}
          />
        ) : (
          <TransafeFrame
            {...events}
            kind={kind}
            onTicket={(ticket) => save(() => saveTicket(ticket, method()))}
          />
        )}
      </div>
    </>
  );
}
