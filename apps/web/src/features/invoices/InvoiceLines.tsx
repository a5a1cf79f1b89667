import type { InvoiceDetail } from '@myaccount/contract/invoices';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import layout from '../../ui/layout.module.css';
import { centsOf, Money } from '../../ui/Money.tsx';
import classes from './InvoiceBill.module.css';
import {
  type InvoiceLine,
  type LineGroup,
  linesOf,
  serviceGroups,
  taxesWithoutLateFees,
} from './invoice-lines.rules.ts';

interface InvoiceLinesProps {
  readonly invoice: InvoiceDetail;
  /** True where the total as issued is not the figure above. */
  readonly hasTotal: boolean;
}

/** The bill as it was issued: what its total is made of, and every line, grouped, each group with its sum. */
export function InvoiceLines({ invoice, hasTotal }: InvoiceLinesProps) {
  const { t } = useTranslation();
  const { invoice_items: items, billing_statement: statement } = invoice;
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
      <Sums statement={statement} hasTotal={hasTotal} />
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
                  {services.length > 1 && group.lines.length > 1 && <Money cents={group.subtotalCents} />}
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
    ...(hasTotal ? [['total', centsOf(statement.total_amount)] as const] : []),
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

function Group({ title, cents, children }: { title: string; cents: number; children: ReactNode }) {
  return (
    <section>
      <h2>
        {title} <Money cents={cents} />
      </h2>
      {children}
    </section>
  );
}

/** True when the only line of a group repeats its heading, as “Fiber 500 internet” does “Fiber 500”. */
function isOneLine({ title, lines }: Pick<LineGroup, 'title' | 'lines'>): boolean {
  return lines.length === 1 && (lines[0]?.description ?? '').startsWith(title);
}

function Lines({ lines }: { lines: readonly InvoiceLine[] }) {
  const { t } = useTranslation();
  return (
    <ul>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may read alike, and none ever moves
        <li key={index} className={classes.line}>
          <span>
            {line.isDiscount && <span className={classes.discount}>{t('invoices.detail.discount')}: </span>}
            <bdi>{line.description}</bdi>
          </span>
          <Money cents={line.amountCents} />
        </li>
      ))}
    </ul>
  );
}
