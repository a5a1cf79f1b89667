import { useTranslation } from 'react-i18next';
import classes from './ClosedAccount.module.css';

/** Says that the account is closed and, when something is owed, that it can still be paid. */
export function ClosedAccount({ isOwed }: { isOwed: boolean }) {
  const { t } = useTranslation();
  return <p className={classes.closed}>{t(isOwed ? 'balance.closedOwes' : 'balance.closed')}</p>;
}
