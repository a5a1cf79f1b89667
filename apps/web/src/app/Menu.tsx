import { Link, useMatches, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { config } from '../api/config.ts';
import { AccountRow } from '../features/accounts/AccountRow.tsx';
import { accountNumbers, selectAccount } from '../features/accounts/account-ids.ts';
import { useSelectedAccount } from '../features/accounts/accounts.queries.ts';
import { DropdownEntry } from '../ui/Dropdown.tsx';
import { announce } from '../ui/toasts.ts';
import { leavePage } from '../ui/unsaved-changes.ts';
import { paths } from './paths.ts';

/** The menu in display order, one line per page with the key of its text (SHELL-3). */
const menu = [
  [paths.home, 'shell.menuHome'],
  [paths.payments, 'shell.menuPayments'],
  [paths.billing, 'shell.menuBilling'],
  [paths.profile, 'shell.menuProfile'],
  [paths.billingRefresh, 'shell.menuBillingRefresh', () => config.flags.menuBillingRefresh],
] as const;

/** Pages of the settings menu, above “Sign Out”. */
export const settingsMenu = [
  [paths.settings, 'shell.menuSettings'],
  [paths.metrics, 'shell.menuMetrics', () => config.flags.menuMetrics],
] as const;

/** Returns the entries of a menu without those that the operator hides (SHELL-3). */
export function shownEntries<Entry extends readonly [string, string, (() => boolean)?]>(
  entries: readonly Entry[],
) {
  return entries.filter(([, , isShown]) => isShown?.() ?? true);
}

interface MenuLinksProps {
  readonly className?: string | undefined;
  /** True to list the settings pages with the others. */
  readonly withSettings?: boolean;
  readonly onChosen?: () => void;
}

/** The menu's pages as links; the current one is marked. */
export function MenuLinks({ className, withSettings = false, onChosen }: MenuLinksProps) {
  const { t } = useTranslation();
  const entries = shownEntries(withSettings ? [...menu, ...settingsMenu] : menu);
  return (
    <nav aria-label={t('shell.menu')} className={className}>
      <ul>
        {entries.map(([path, text]) => (
          <li key={path}>
            <Link
              to={path}
              activeOptions={{ exact: true, includeSearch: false }}
              onClick={() => onChosen?.()}
            >
              {t(text)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns a function that shows another account on this page, or on the parent of one that only the old account has (SHELL-6). */
export function useAccountSwitch(): (accountNumber: string) => void {
  const { accountNumber: current } = useSelectedAccount();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const elsewhere = useMatches().at(-1)?.staticData.afterAccountSwitch;

  return (accountNumber) => {
    if (accountNumber === current) return;
    leavePage(() => {
      selectAccount(accountNumber);
      announce(t('shell.accountChanged', { number: accountNumber }));
      void navigate({ to: elsewhere ?? '.', search: {} });
    });
  };
}

/** The customer's accounts as entries of a menu; the selected one is chosen. */
export function AccountEntries() {
  const { accountNumber: selected } = useSelectedAccount();
  const switchTo = useAccountSwitch();
  return accountNumbers().map((number) => (
    <DropdownEntry key={number} isChosen={number === selected} onChoose={() => switchTo(number)}>
      <AccountRow accountNumber={number} />
    </DropdownEntry>
  ));
}
