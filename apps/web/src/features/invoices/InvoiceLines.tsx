import type { InvoiceDetail } from '@myaccount/contract/invoices';
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

/** Every line of a bill, grouped, each group with its sum. */
export function InvoiceLines({ invoice }: { invoice: InvoiceDetail }) {
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
  if (services.length + groups.length === 0) {
    return <p className={layout.muted}>{t('invoices.detail.noCharges')}</p>;
  }
  return (
    <div className={classes.groups}>
      {services.length > 0 && (
        <section>
          <h2>
            {t('invoices.detail.serviceCharges')} <Money cents={centsOf(statement.service_charges)} />
          </h2>
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
        </section>
      )}
      {groups.map((group) => (
        <section key={group.title}>
          <h2>
            {group.title} <Money cents={group.cents} />
          </h2>
          {!isOneLine(group) && <Lines lines={group.lines} />}
        </section>
      ))}
    </div>
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
        <li key={index}>
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
