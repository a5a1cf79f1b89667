import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TabBar } from '../../ui/TabBar.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useAccountDetails } from '../accounts/accounts.queries.ts';
import { ConsentCheckbox } from '../consents/ConsentCheckbox.tsx';
import { AddingForm, type MethodKind } from './AddingForm.tsx';
import classes from './AddMethod.module.css';
import { isNickname, nicknameLength } from './adding.form.ts';

interface AddMethodProps {
  readonly onAdded: (id: string) => void;
  readonly onCancel: () => void;
}

const kinds: readonly MethodKind[] = ['card', 'bank'];

/**
 * Adds a card or a bank account (METHODS-2 to METHODS-5). Its numbers are typed into the outside service's form alone; the
 * form opens for typing once the customer has agreed that the method is kept.
 */
export function AddMethod({ onAdded, onCancel }: AddMethodProps) {
  const { t } = useTranslation();
  const id = useId();
  const details = useAccountDetails();
  const [kind, setKind] = useState<MethodKind>('card');
  const [nickname, setNickname] = useState('');
  const [isAgreed, setIsAgreed] = useState(false);
  if (details.isPending) return <Skeleton />;
  const hasBank = details.data?.achEnabled !== false;
  const isNamed = isNickname(nickname);
  return (
    <div className={classes.adding}>
      {hasBank && (
        <TabBar
          label={t('payment-methods.adding.kind')}
          panelId={`${id}-panel`}
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
        id={`${id}-panel`}
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
