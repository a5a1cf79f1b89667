import { useTranslation } from 'react-i18next';
import { accountNumbers } from '../../features/accounts/selected-account.ts';
import { useIsAtLeast } from '../../ui/breakpoints.ts';
import { AccountPicker } from './AccountPicker.tsx';
import classes from './ViewingAccount.module.css';

/** “Viewing account”, for customers with several, on desktops only (SHELL-4). */
export function ViewingAccount() {
  const { t } = useTranslation();
  const isDesktop = useIsAtLeast('desktop');
  if (!isDesktop || accountNumbers().length < 2) return null;
  return <AccountPicker label={t('shell.viewingAccount')} className={classes.picker} />;
}
