import { streetOf } from '@myaccount/contract/address-lines';
import { centsOf, formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import layout from '../../ui/layout.module.css';
import { StateBadge } from '../../ui/StateBadge.tsx';
import classes from './AccountRow.module.css';
import { useListedAccounts } from './accounts.queries.ts';

/** An account in every picker: address, kind, number, what is owed, and “Closed”; the number alone until all is known. */
export function AccountRow({ accountNumber }: { accountNumber: string }) {
  const { t } = useTranslation();
  const account = useListedAccounts()?.find((listed) => listed.accountNumber === accountNumber);
  const number = t('shell.account', { number: accountNumber });
  if (!account) return <span className={classes.row}>{number}</span>;
  const { serviceAddress, accountType, accountStatus, amountDue } = account;
  const street = serviceAddress && streetOf(serviceAddress);
  const isClosed = accountStatus === 'INACTIVE';
  return (
    <span className={classes.row}>
      <span className={classes.face}>
        <span className={classes.place}>{street || number}</span>{' '}
        <span className={`${classes.kind} ${layout.dots}`}>
          <span>{t(`accounts.kind.${accountType}`)}</span> {street && <span>{accountNumber}</span>}
        </span>{' '}
      </span>
      <span>
        {amountDue > 0 && <span>{t('accounts.due', { amount: formatCents(centsOf(amountDue)) })}</span>}
        {amountDue <= 0 && !isClosed && <span>{t('accounts.nothingDue')}</span>}{' '}
        {isClosed && <StateBadge tone="quiet">{t('accounts.closed')}</StateBadge>}
      </span>
    </span>
  );
}
