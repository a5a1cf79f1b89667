import type { OpenItem } from '@myaccount/contract/home';
import { type InvoiceDetail, isAdjustment } from '@myaccount/contract/invoices';
import { centsOf, formatCents } from '@myaccount/contract/money';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { Day, DayRange } from '../../ui/Day.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import layout from '../../ui/layout.module.css';
import { Money } from '../../ui/Money.tsx';
import { BillChangeDetails } from '../balance/BillChangeLine.tsx';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { nextPaymentOf } from '../balance/next-payment.rules.ts';
import { Owed, PayLink } from '../balance/Owed.tsx';
import { itemOfInvoice, stateOfInvoice, stateOfItem, toPayCents } from '../balance/open-items.rules.ts';
import { StateOfBill } from '../balance/StateOfBill.tsx';
import { Happenings } from '../happenings/Happenings.tsx';
import { AppliedName } from './AppliedName.tsx';
import classes from './InvoiceBill.module.css';
import { isPayable, PaidDay } from './InvoiceCells.tsx';
import { type InvoiceLine, linesOf, serviceGroups, taxesWithoutLateFees } from './invoice-lines.rules.ts';
import { Reversal } from './Reversal.tsx';

/**
 * One bill, to be read like a good one on paper (BILLING-3): its one total with its state today and Pay, then the
 * bill as it was issued, which never changes.
 */
export function InvoiceBill({ id, invoice }: { id: string; invoice: InvoiceDetail }) {
  const { t } = useTranslation();
  const { data: billing } = useBillingRefresh();
  const item = itemOfInvoice(billing, id) ?? itemOf(id, invoice);
  const totalCents = centsOf(invoice.billing_statement.total_amount);
  const { kind, reason } = invoice;
  return (
    <article className={classes.bill}>
      <p className={classes.brand}>{config.brand.name}</p>
      {item ? (
        <OpenBill id={id} item={item} />
      ) : (
        <Owed label={isAdjustment(kind) ? undefined : t('invoices.detail.total')} figure={totalCents}>
          <p className={layout.row}>
            <StateOfBill state={stateOfInvoice(billing, { ...invoice, id })} />
            {invoice.paid_date && <Day day={invoice.paid_date} />}
          </p>
          <Reversal invoice={invoice} />
        </Owed>
      )}
      {reason && (
        <p>
          <span className={layout.muted}>{`${t('invoices.detail.reason')}: `}</span>
          <bdi>{reason}</bdi>
        </p>
      )}
      {invoice.change && (
        <BillChangeDetails change={invoice.change} isEarlier={billing?.billSummary.latestInvoiceId !== id} />
      )}
      <InvoiceLines
        invoice={invoice}
        hasTotal={item !== undefined && toPayCents(item) !== totalCents}
        onItsWayCents={centsOf(item?.on_its_way ?? 0)}
      />
      <BillFacts invoice={invoice} />
    </article>
  );
}

/** An open bill whose balance cannot be loaded is due; undefined for one that is paid. */
function itemOf(id: string, invoice: InvoiceDetail): OpenItem | undefined {
  if (invoice.status === 'CLOSED') return undefined;
  const { invoice_num: label, kind, amount: billed, amount_to_pay: amount } = invoice;
  const due_date = invoice.original_due_date;
  return { invoice_id: id, label, kind, billed, amount, due_date, past_due: false, on_its_way: 0 };
}

/** What is to pay of an open bill, where a payment goes when others are open too, and Pay. */
function OpenBill({ id, item }: { id: string; item: OpenItem }) {
  const { t } = useTranslation();
  const { data: billing } = useBillingRefresh();
  const cents = toPayCents(item);
  const amountOf = (dollars: number) => ({ amount: formatCents(centsOf(dollars)) });
  const isOneOfMany = billing !== undefined && billing.openItems.length > 1;
  const isCollected = billing !== undefined && nextPaymentOf(billing).kind === 'autopay';
  const pay = <PayLink cents={cents} bill={id} isCollected={isCollected} />;
  return (
    <Owed label={t('invoices.detail.amountToPay')} figure={cents} item={item} pay={cents > 0 && pay}>
      {stateOfItem(item) === 'onItsWay' && <p>{t('invoices.detail.onItsWayNote')}</p>}
      {cents > 0 && item.on_its_way > 0 && <p>{t('balance.takenOff', amountOf(item.on_its_way))}</p>}
      {isOneOfMany && cents > 0 && <p>{t('invoices.detail.oldestFirst', amountOf(billing.amountDue))}</p>}
      {billing && <Happenings billing={billing} isShown={(row) => row.invoice_ids?.includes(id) ?? false} />}
    </Owed>
  );
}

interface InvoiceLinesProps {
  readonly invoice: InvoiceDetail;
  /** The total is not the figure above. */
  readonly hasTotal: boolean;
  readonly onItsWayCents: number;
}

/** What the bill's total is made of, what paid it, and every line as it was issued, grouped, each group with its sum. */
function InvoiceLines({ invoice, hasTotal, onItsWayCents }: InvoiceLinesProps) {
  const { t } = useTranslation();
  const { invoice_items: items, billing_statement: statement, applied = [] } = invoice;
  const leftCents = centsOf(invoice.amount_to_pay) - onItsWayCents;
  const paid: Line[] = applied.map((row) => ({
    description: <AppliedName row={row} />,
    amountCents: 0 - centsOf(row.amount),
  }));
  if (onItsWayCents > 0) paid.push({ description: t('balance.onItsWay'), amountCents: -onItsWayCents });
  const services = serviceGroups(items);
  const groups = (
    [
      ['activity', 'activityCharges', centsOf(statement.activity_charges)],
      ['taxes', 'taxesAndFees', taxesWithoutLateFees(statement)],
      ['late-fee', 'lateFee', centsOf(statement.late_fees)],
    ] as const
  )
    .map(([group, name, cents]) => ({
      title: t(`invoices.detail.${name}`),
      lines: linesOf(items, group),
      cents,
    }))
    .filter(({ lines }) => lines.length > 0);
  return (
    <div className={classes.groups}>
      {!isAdjustment(invoice.kind) && <Sums statement={statement} hasTotal={hasTotal} />}
      {paid.length > 0 && (
        <>
          <Group title={t('invoices.applied.title')} cents={leftCents - centsOf(invoice.amount)}>
            <Lines lines={paid} />
          </Group>
          <Group title={t('invoices.applied.left')} cents={leftCents} />
        </>
      )}
      {services.length + groups.length === 0 && (
        <p className={layout.muted}>{t('invoices.detail.noCharges')}</p>
      )}
      {services.length > 0 && (
        <Group title={t('invoices.detail.serviceCharges')} cents={centsOf(statement.service_charges)}>
          {services.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two items may read alike, and none ever moves
            <div key={index} className={classes.item}>
              {!isOneLine(group) && (
                <h3>
                  <bdi>{group.title}</bdi>{' '}
                  {services.length > 1 && group.lines.length > 1 && <Money cents={group.cents} />}
                </h3>
              )}
              <Lines lines={group.lines} />
            </div>
          ))}
        </Group>
      )}
      {groups.map((group) => (
        <Group key={group.title} title={group.title} cents={group.cents}>
          {!isOneLine(group) && <Lines lines={group.lines} />}
        </Group>
      ))}
    </div>
  );
}

/** The figures that add up to the total; one of 0 is left out. */
function Sums({ statement, hasTotal }: { statement: InvoiceDetail['billing_statement']; hasTotal: boolean }) {
  const { t } = useTranslation();
  const sums = [
    ['total', hasTotal ? centsOf(statement.total_amount) : 0],
    ['previousBalance', centsOf(statement.balance)],
    ['paymentsReceived', 0 - centsOf(statement.payment_received_amount)],
    ['currentCharges', centsOf(statement.total_current_charges)],
  ] as const;
  return (
    <dl>
      {sums.map(
        ([name, cents]) =>
          (cents !== 0 || name === 'currentCharges') && (
            <div key={name} className={classes.line}>
              <dt>{t(`invoices.detail.${name}`)}</dt>
              <dd>
                <Money cents={cents} />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Group({ title, cents, children }: { title: string; cents: number; children?: ReactNode }) {
  return (
    <section>
      <h2>
        <span>{title}</span> <Money cents={cents} />
      </h2>
      {children}
    </section>
  );
}

/** True when the only line of a group repeats its heading, as “Fiber 500 internet” does “Fiber 500”. */
function isOneLine({ title, lines }: { title: string; lines: readonly InvoiceLine[] }): boolean {
  return lines.length === 1 && (lines[0]?.description ?? '').startsWith(title);
}

type Line = Pick<InvoiceLine, 'amountCents'> & { description: ReactNode; isDiscount?: boolean };

function Lines({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation();
  return (
    <ul>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may read alike, and none ever moves
        <li key={index} className={classes.line}>
          <span>
            {line.isDiscount && (
              <span className={classes.discount}>{`${t('invoices.detail.discount')}: `}</span>
            )}
            <bdi>{line.description}</bdi>
          </span>
          <Money cents={line.amountCents} />
        </li>
      ))}
    </ul>
  );
}

/** Account and dates. */
function BillFacts({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTranslation();
  const label = (name: string) => t(`invoices.detail.${name}`);
  const { billing_account: account, period } = invoice;
  return (
    <div className={classes.facts}>
      <Facts>
        <Fact term={label('account')} value={account.external_account_num} />
        {!isAdjustment(invoice.kind) && (
          <Fact term={label('period')} value={<DayRange from={period.start_date} to={period.end_date} />} />
        )}
        <Fact term={label('issued')} value={<Day day={invoice.occurred_on} />} />
        {invoice.kind !== 'credit' && (
          <Fact term={label('originalDue')} value={<Day day={invoice.original_due_date} />} />
        )}
        {isPayable(invoice) && <Fact term={label('paid')} value={<PaidDay row={invoice} />} />}
      </Facts>
    </div>
  );
}
