import type { BillingRefresh, OpenItem } from '@myaccount/contract/home';
import type { InvoiceKind } from '@myaccount/contract/invoices';
import { centsOf, formatCents } from '@myaccount/contract/money';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataColumn, DataList, RowActionText, rowAction } from '../../ui/DataList.tsx';
import layout from '../../ui/layout.module.css';
import { useAccount } from '../accounts/accounts.queries.ts';
import { itemName, wordOfKind } from './item-name.ts';
import { nextPaymentOf } from './next-payment.rules.ts';
import { BilledAmount, DueDate, Owed, PayLink } from './Owed.tsx';
import { stateOfItem } from './open-items.rules.ts';
import { StateOfBill } from './StateOfBill.tsx';

interface AmountOwedProps {
  readonly billing: BillingRefresh;
  /** What the large figure is, where the heading above does not say it. */
  readonly label?: string;
  /** Words in place of the figure, where nothing is to do. */
  readonly heading?: ReactNode;
  /** Sentences beneath the figure. */
  readonly children?: ReactNode;
  /** False where the page has its own way to pay. */
  readonly hasPay?: boolean;
}

/** What is owed: one large figure, a row for each open item where there are several, and Pay (BALANCE-1). */
export function AmountOwed({ billing, label, heading, children, hasPay = true }: AmountOwedProps) {
  const { t } = useTranslation();
  const isActive = useAccount().accountStatus === 'ACTIVE';
  const { kind, amountCents } = nextPaymentOf(billing);
  const { openItems, amountDue, inFlight, planned } = billing;
  const [item, second] = openItems;
  const isOwed = amountDue > 0;
  const takenOff = centsOf(inFlight) + centsOf(planned);
  const words: Partial<Record<typeof kind, string>> = {
    noBill: t('balance.noBill'),
    nothingDue: t('balance.nothingDue'),
    credit: t('balance.inCredit', { amount: formatCents(amountCents) }),
  };
  return (
    <Owed
      label={label}
      figure={heading ?? words[kind] ?? amountCents}
      tone={kind === 'credit' ? 'good' : undefined}
      item={second || heading ? undefined : item}
      items={second && <OpenItems items={openItems} />}
      pay={hasPay && isOwed && <PayLink cents={amountCents} isCollected={kind === 'autopay'} />}
    >
      {item?.invoice_id === null && !second && <p className={layout.small}>{t('balance.opening')}</p>}
      {children}
      {isOwed && !heading && takenOff > 0 && (
        <p>{t('balance.takenOff', { amount: formatCents(takenOff) })}</p>
      )}
      {hasPay && !isActive && <ClosedAccount isOwed={isOwed} />}
    </Owed>
  );
}

/** Open bills, each with the way to it, and the balance from before the first one. */
function OpenItems({ items }: { items: readonly OpenItem[] }) {
  const { t } = useTranslation();
  const columns: DataColumn<OpenItem>[] = [
    {
      key: 'number',
      isRowHeader: true,
      narrow: 'first',
      cell: ({ label: number, kind }) => itemName(t, { number, kind }),
    },
    {
      key: 'amount',
      align: 'end',
      narrow: 'end',
      cell: ({ billed, amount }) => <BilledAmount row={{ amount: billed, amount_to_pay: amount }} />,
    },
    {
      key: 'status',
      narrow: 'lead',
      cell: (item) => <StateOfBill state={stateOfItem(item)} isOpening={item.invoice_id === null} />,
    },
    { key: 'dueDate', narrow: 'second', cell: (item) => <DueDate item={item} /> },
  ];
  return (
    <DataList
      caption={t('balance.openItems')}
      texts="invoices.list"
      columns={columns}
      rows={items}
      rowKey={({ invoice_id }) => invoice_id ?? ''}
      action={{
        label: t('invoices.list.actions'),
        cell: ({ invoice_id, label, kind }) =>
          invoice_id !== null && <BillLink invoiceId={invoice_id} number={label} kind={kind} />,
      }}
    />
  );
}

/** The way from a row of a list to its bill. */
export function BillLink({
  invoiceId,
  number,
  kind,
}: {
  invoiceId: string;
  number: string | null;
  kind: InvoiceKind | undefined;
}) {
  const { t } = useTranslation();
  return (
    <Link
      to="/billing/invoices/$invoiceId"
      params={{ invoiceId }}
      className={rowAction}
      aria-label={t(`invoices.list.viewDetailsOf.${wordOfKind(kind)}`, { number })}
    >
      <RowActionText>{t('invoices.list.viewDetails')}</RowActionText>
    </Link>
  );
}

/** Says that the account is closed and, when something is owed, that it can still be paid. */
export function ClosedAccount({ isOwed }: { isOwed: boolean }) {
  const { t } = useTranslation();
  return <p className={layout.small}>{t(isOwed ? 'balance.closedOwes' : 'balance.closed')}</p>;
}
