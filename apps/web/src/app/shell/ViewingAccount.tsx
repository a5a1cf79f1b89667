import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { accountNumbers } from '../../features/accounts/selected-account.ts';
import { AccountPicker } from './AccountPicker.tsx';
import classes from './ViewingAccount.module.css';

/** “Viewing account”, for customers with several, on desktops only (SHELL-4). */
export function ViewingAccount() {
  const { t } = useTranslation();
  const isDesktop = useMediaQuery(`(min-width: ${config.limits.desktopPx}px)`, undefined, {
    getInitialValueInEffect: false,
  });
  if (!isDesktop || accountNumbers().length < 2) return null;
  return <AccountPicker label={t('shell.viewingAccount')} className={classes.picker} />;
}
