import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { config } from '../../api/config.ts';
import { AnswerPanel } from '../../ui/AnswerPanel.tsx';
import { CardMark } from '../../ui/CardMark.tsx';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/Notice.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useDraft } from '../../ui/useDraft.ts';
import {
  useAccount,
  useAccountDetails,
  useBillingAccount,
  useSelectedAccount,
} from '../accounts/accounts.queries.ts';
import { agreedConsent } from '../consents/agreed-consent.ts';
import { ConsentForm } from '../consents/ConsentForm.tsx';
import classes from './AddMethod.module.css';
import { saveForm, saveTicket } from './adding.calls.ts';
import { ChaseForm } from './ChaseForm.tsx';
import { takenNetworks } from './card-brand.ts';
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
const noMethod: { readonly kind: MethodKind; readonly nickname: string } = { kind: 'card', nickname: '' };

/** Kind and name. A name that may be the number of a card is not stored. */
function useMethodDraft() {
  const { draft, keep, clear } = useDraft('payment-method', useSelectedAccount().accountNumber, noMethod);
  const change = (next: typeof draft) =>
    keep(next, isNickname(next.nickname) ? next : { ...next, nickname: '' });
  return { draft, change, clear };
}

/**
 * Adds a card or a bank account (METHODS-2 to METHODS-5). Its numbers are typed into the outside service's form alone. Then
 * the customer names the method, and agrees that it is kept.
 */
export function AddMethod(props: AddMethodProps) {
  const { t } = useTranslation();
  const details = useAccountDetails();
  const methodDraft = useMethodDraft();
  const { draft, change } = methodDraft;
  if (details.isPending) return <Skeleton />;
  const hasBank = details.data?.achEnabled !== false;
  const kind = hasBank ? draft.kind : 'card';
  const form = <AddingForm {...props} {...methodDraft} key={kind} kind={kind} />;
  if (!hasBank) return form;
  return (
    <div className={layout.stack}>
      <Tabs
        label={t('payment-methods.adding.kind')}
        tabs={kinds.map((name) => ({ name, text: t(`payment-methods.adding.tab.${name}`) }))}
        selected={kind}
        onSelect={(chosen) => change({ ...draft, kind: chosen })}
      >
        {form}
      </Tabs>
    </div>
  );
}

type AddingFormProps = AddMethodProps & ReturnType<typeof useMethodDraft> & { readonly kind: MethodKind };

function AddingForm({ kind, draft, change, clear, onAdded, onCancel }: AddingFormProps) {
  const { t, i18n } = useTranslation();
  const { customer, Business } = useAccount();
  const billingAccount = useBillingAccount();
  const hasDefault = usePaymentMethods().data?.some((method) => method.auto_payment) ?? true;
  const { isTaken, isSaving, failure, events, take, save, startOver } = useAddMethod(kind, (id) => {
    clear();
    onAdded(id);
  });
  // Stays when another card is entered instead.
  const { nickname } = draft;
  const holderName = (Business?.BusinessName ?? `${customer.firstName} ${customer.lastName}`).trim();

  if (isSaving) {
    return <AnswerPanel state="working" title={t('payment-methods.adding.saving')} isFocused />;
  }
  if (failure) {
    const { supportPhone: phone } = config.brand;
    const isDeclined = failure.codes?.includes(declinedCode);
    const problem = failure.error instanceof ApiProblem && problemText(failure.error, t);
    const silent = failure.step === 'silent' && t('payment-methods.adding.silent', { phone });
    return (
      <ProblemState
        text={t('payment-methods.adding.failed')}
        meaning={failure.words || silent || (isDeclined && t('payment-methods.adding.declined')) || problem}
        error={failure.error}
        onRetry={startOver}
        isFocused
      />
    );
  }
  if (isTaken) {
    const consents = () => [agreedConsent('stored-method', i18n.language)];
    return (
      <SaveForm
        kind={kind}
        nickname={nickname}
        onNickname={(typed) => change({ kind, nickname: typed })}
        onSave={() => {
          const named = { nickname: nickname.trim(), holderName };
          save({ billingAccount, isDefault: !hasDefault, ...named, consents: consents() });
        }}
        onCancel={onCancel}
      />
    );
  }
  return (
    <div className={layout.stack}>
      <div className={classes.slot}>
        {kind === 'card' && config.flags.cardProcessorPayments ? (
          <ChaseForm
            {...events}
            billingName={holderName}
            onComplete={(uid) => take((method) => saveForm(uid, method))}
            onCancel={onCancel}
          />
        ) : (
          <TransafeFrame
            {...events}
            kind={kind}
            onTicket={(ticket) => take((method) => saveTicket(ticket, method))}
          />
        )}
      </div>
      <Trust kind={kind} />
    </div>
  );
}

/** Beside the service's form: where the number goes, and which cards are taken. */
function Trust({ kind }: { kind: MethodKind }) {
  const { t } = useTranslation();
  return (
    <div className={layout.small}>
      <p>{t(`payment-methods.adding.trust.${kind}`)}</p>
      {kind === 'card' && (
        <ul className={classes.brands} aria-label={t('payment-methods.adding.taken')}>
          {takenNetworks().map(({ mark, name }) => (
            <li key={mark}>
              <CardMark name={mark} /> <span className={layout.hidden}>{name}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface SaveFormProps {
  readonly kind: MethodKind;
  readonly nickname: string;
  readonly onNickname: (nickname: string) => void;
  readonly onSave: () => void;
  readonly onCancel: () => void;
}

/** After the service's form: the customer's own name for the method, the consent that it is kept, and the button. */
function SaveForm({ kind, nickname, onNickname, onSave, onCancel }: SaveFormProps) {
  const { t } = useTranslation();
  const isNamed = isNickname(nickname);
  return (
    <ConsentForm
      kind="stored-method"
      questions={
        <>
          <Notice tone="good" title={t(`payment-methods.adding.accepted.${kind}`)} isFocused />
          <TextField
            label={t('payment-methods.adding.nickname')}
            hint={t('payment-methods.adding.nicknameHint')}
            error={!isNamed && t('payment-methods.adding.nicknameNumber')}
            value={nickname}
            maxLength={nicknameLength}
            autoComplete="off"
            onChange={(event) => onNickname(event.currentTarget.value)}
          />
        </>
      }
      missingText={t('payment-methods.adding.agreeFirst')}
      submitText={t(`payment-methods.adding.save.${kind}`)}
      cancelText={t('payment-methods.adding.cancel')}
      onSubmit={() => {
        if (isNamed) onSave();
      }}
      onCancel={onCancel}
    />
  );
}
