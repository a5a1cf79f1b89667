import { formatReference } from '@myaccount/contract/payment-reference';
import type { paymentReceiptPdf, Receipt } from '@myaccount/contract/payments';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { download } from '../../api/client.ts';
import { config } from '../../api/config.ts';
import { logFailure } from '../../api/log-event.ts';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Day } from '../../ui/Day.tsx';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { centsOf, Money } from '../../ui/Money.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { Reference } from '../../ui/Reference.tsx';
import { Section } from '../../ui/Section.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useSelectedAccount } from '../accounts/selected-account.ts';
import { MethodName } from '../payment-methods/MethodName.tsx';
import type { PaymentDetails } from '../payments/payment-details.ts';
import { ReceiptAnswer } from './ReceiptAnswer.tsx';
import classes from './ReceiptScreen.module.css';
import { RecurringOutcome } from './RecurringOutcome.tsx';
import { isOwedAgain } from './receipt.rules.ts';
import { receiptQuery } from './receipts.queries.ts';

const notFoundStatus = 404;

interface ReceiptScreenProps {
  readonly paymentId: string;
  /** The browser’s copy of the payment that was just made; undefined for any other payment. */
  readonly details?: PaymentDetails;
}

/** The server’s receipt of a payment. The latest payment is marked as unconfirmed when it cannot be loaded (PAY-4). */
export function ReceiptScreen({ paymentId, details }: ReceiptScreenProps) {
  const { t } = useTranslation();
  const query = useQuery(receiptQuery(paymentId));
  const { data: receipt } = query;
  const isOwed = receipt ? isOwedAgain(receipt) || receipt.requested !== undefined : isUnknown(query.error);
  return (
    <Section title={t('payments.success.heading')} isTitleHidden className={classes.card ?? ''}>
      {receipt ? (
        <>
          <ReceiptAnswer receipt={receipt} isJustMade={details !== undefined} />
          {details && receipt.use_recurring_payment && (
            <div className={classes.recurring}>
              <RecurringOutcome receipt={receipt} />
            </div>
          )}
          <ReceiptFacts receipt={receipt} />
        </>
      ) : (
        <NoReceipt query={query} details={details} />
      )}
      {!query.isPending && <ReceiptActions receipt={receipt} leadsToPayments={!details || isOwed} />}
    </Section>
  );
}

function isUnknown(error: Error | null): boolean {
  return error instanceof ApiProblem && error.status === notFoundStatus;
}

interface NoReceiptProps {
  readonly query: UseQueryResult<Receipt>;
  readonly details: PaymentDetails | undefined;
}

/** Why there is no receipt; a payment that was just made shows from the browser’s memory. */
function NoReceipt({ query: { error, isFetching, refetch }, details }: NoReceiptProps) {
  const { t } = useTranslation();
  const retry = () => void refetch();
  if (!error) return <Skeleton />;
  if (isUnknown(error)) {
    return (
      <Notice tone="bad" title={t('payments.success.unknown')}>
        <p>{t('payments.success.unknownText')}</p>
      </Notice>
    );
  }
  if (!details) return <ProblemState text={t('payments.success.failed')} error={error} onRetry={retry} />;
  return (
    <Notice tone="wait" title={t('payments.success.unconfirmed')}>
      <p>{t('payments.success.unconfirmedText')}</p>
      <Facts>
        <Fact term={t('payments.success.amount')}>
          <Money cents={centsOf(details.amount)} />
        </Fact>
        <Fact term={t('payments.success.date')}>
          <Day day={details.date} />
        </Fact>
        <Fact term={t('payments.success.method')}>{details.paymentMethod}</Fact>
        <Fact term={t('payments.success.number')}>{details.paymentId}</Fact>
      </Facts>
      <div className={classes.retry}>
        <Button variant="default" onClick={retry} disabled={isFetching}>
          {t('ui.tryAgain')}
        </Button>
      </div>
      {error instanceof ApiProblem && <Reference id={error.correlationId} />}
    </Notice>
  );
}

/** The facts of a receipt: reference, payee, date, method, and the bills that it paid; full ids under “Details”. */
function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const label = (name: string) => t(`payments.success.${name}`);
  return (
    <div className={classes.receipt}>
      <Facts>
        <Fact term={label('reference')}>
          <span className={classes.reference}>
            <strong>{formatReference(receipt.reference)}</strong>
            <CopyButton text={formatReference(receipt.reference)} label={label('copyReference')} />
          </span>
        </Fact>
        <Fact term={label(receipt.planned_for ? 'plannedFor' : 'date')}>
          <Day day={receipt.planned_for ?? receipt.occurred_on} />
        </Fact>
        <Fact term={label('method')}>
          <MethodName method={receipt.payment_method} />
        </Fact>
        <Fact term={label('to')}>
          {t('payments.success.toAccount', { brand: config.brand.name, account: receipt.account_num })}
        </Fact>
        {receipt.applied_to.map(({ invoice_num, amount }) => (
          <Fact key={invoice_num} term={label('appliedTo')}>
            {invoice_num === null ? t('balance.opening') : t('balance.bill', { number: invoice_num })}:{' '}
            <Money cents={centsOf(amount)} />
          </Fact>
        ))}
        {receipt.credit > 0 && (
          <Fact term={label('credit')}>
            <Money cents={centsOf(receipt.credit)} />
          </Fact>
        )}
      </Facts>
      <details className={classes.details}>
        <summary>{label('details')}</summary>
        <Facts>
          <Fact term={label('number')}>{receipt.id}</Fact>
          {receipt.trasaction_id && <Fact term={label('transactionId')}>{receipt.trasaction_id}</Fact>}
        </Facts>
      </details>
    </div>
  );
}

interface ReceiptActionsProps {
  readonly receipt: Receipt | undefined;
  /** True when there is something to pay or to look up; else the way leads home. */
  readonly leadsToPayments: boolean;
}

/** Where to go from a receipt, and how to keep it. A payment that is only planned has no receipt to download. */
function ReceiptActions({ receipt, leadsToPayments }: ReceiptActionsProps) {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  return (
    <div className={classes.actions}>
      <Link to={leadsToPayments ? '/payments' : '/'} {...buttonLook()}>
        {t(leadsToPayments ? 'payments.success.toPayments' : 'payments.success.back')}
      </Link>
      {receipt && (
        <Button variant="default" onClick={() => window.print()}>
          {t('payments.success.print')}
        </Button>
      )}
      {receipt?.planned_for === null && (
        <DownloadButton
          label={t('payments.success.download')}
          workingLabel={t('payments.success.downloading')}
          failedText={t('payments.success.downloadFailed')}
          fileName={`receipt-${receipt.id}.pdf`}
          fetchFile={() =>
            download<typeof paymentReceiptPdf>('GET /payments/receipt/download', {
              query: { id: receipt.id },
            })
          }
          onFailure={(error) => logFailure(accountNumber, 'payments.receipt download failed', error)}
        />
      )}
    </div>
  );
}
