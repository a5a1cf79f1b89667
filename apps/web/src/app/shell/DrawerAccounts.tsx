import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountRow } from '../../features/accounts/AccountRow.tsx';
import { accountNumbers, useSelectedAccount } from '../../features/accounts/selected-account.ts';
import classes from './PhoneDrawer.module.css';
import { useAccountSwitch } from './useAccountSwitch.ts';

/** The drawer's account picker (SHELL-5); the number alone for customers with one account. */
export function DrawerAccounts({ onPicked }: { onPicked: () => void }) {
  const { t } = useTranslation();
  const { accountNumber: selected } = useSelectedAccount();
  const switchTo = useAccountSwitch();
  const titleId = useId();
  const numbers = accountNumbers();
  if (numbers.length < 2) {
    return (
      <div className={classes.accounts}>
        <p className={classes.account}>{t('shell.account', { number: selected })}</p>
      </div>
    );
  }

  const pick = (number: string) => {
    onPicked();
    switchTo(number);
  };
  return (
    <section aria-labelledby={titleId} className={classes.accounts}>
      <h3 id={titleId} className={classes.title}>
        {t('shell.yourAccounts')}
      </h3>
      <ul>
        {numbers.map((number) => (
          <li key={number}>
            <button
              type="button"
              aria-current={number === selected ? 'true' : undefined}
              onClick={() => pick(number)}
            >
              <AccountRow accountNumber={number} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
