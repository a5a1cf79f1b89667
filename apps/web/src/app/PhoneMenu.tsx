import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountRow } from '../features/accounts/AccountRow.tsx';
import { accountNumbers } from '../features/accounts/account-ids.ts';
import { useSelectedAccount } from '../features/accounts/accounts.queries.ts';
import { signOut } from '../features/login/sign-in.ts';
import { Button } from '../ui/Button.tsx';
import layout from '../ui/layout.module.css';
import { SidePanel } from '../ui/SidePanel.tsx';
import { leavePage } from '../ui/unsaved-changes.ts';
import { MenuLinks, useAccountSwitch } from './Menu.tsx';
import classes from './PhoneMenu.module.css';
import { LanguageButtons } from './PublicFrame.tsx';

/** What the drawer of a phone holds: menu, account picker, and language picker (SHELL-5). */
export function PhoneMenu({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <SidePanel title={t('shell.menu')} onClose={onClose}>
      <MenuLinks className={`${layout.menu} ${classes.entries}`} withSettings onChosen={onClose} />
      <Accounts onPicked={onClose} />
      <div className={classes.end}>
        {/* Closes, because nothing behind an open dialog is announced. */}
        <LanguageButtons onChosen={onClose} />
        <Button variant="default" size="md" onClick={() => leavePage(() => void signOut())}>
          {t('shell.signOut')}
        </Button>
      </div>
    </SidePanel>
  );
}

/** The account picker; the number alone for customers with one account. */
function Accounts({ onPicked }: { onPicked: () => void }) {
  const { t } = useTranslation();
  const { accountNumber: selected } = useSelectedAccount();
  const switchTo = useAccountSwitch();
  const titleId = useId();
  const numbers = accountNumbers();
  if (numbers.length < 2) {
    return (
      <div className={classes.accounts}>
        <p className={classes.title}>{t('shell.account', { number: selected })}</p>
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
      <ul className={`${layout.menu} ${classes.entries}`}>
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
