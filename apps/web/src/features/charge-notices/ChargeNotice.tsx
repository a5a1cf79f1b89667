import type { HeldCharge } from '@myaccount/contract/charge-notices';
import { centsOf, formatCents } from '@myaccount/contract/money';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { correlationIdOf, isNotFound } from '../../api/api-problem.ts';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { Message } from '../../ui/Message.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { formatDay } from '../../ui/time.ts';
import { methodInSentence } from '../payment-methods/method-name.ts';
import { heldChargeQuery, stopCharge } from './charge-notices.queries.ts';

/** The charge of a notice, by its link, and the way to stop it (RESTORE-1). */
export function ChargeNotice({ token }: { token: string }) {
  const { t } = useTranslation();
  const { data: charge, error, refetch } = useQuery(heldChargeQuery(token));
  const stopping = useMutation({ mutationFn: () => stopCharge(token), networkMode: 'always' });
  if (stopping.data) return <Stopped charge={stopping.data} />;
  if (isNotFound(error) || isNotFound(stopping.error)) return <Over />;
  if (error && !charge)
    return (
      <Message
        title={t('charge-notices.notLoaded')}
        actions={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}
        callText={t('charge-notices.call')}
        reference={correlationIdOf(error)}
      >
        <p>{problemText(error, t)}</p>
      </Message>
    );
  if (!charge) return <Skeleton />;
  return (
    <Upcoming
      charge={charge}
      error={stopping.error}
      isBusy={stopping.isPending}
      onStop={() => stopping.mutate()}
    />
  );
}

/** Returns the words of a charge. */
function useWords({ amount, date, account_ending, ...method }: HeldCharge) {
  const { t, i18n } = useTranslation();
  return {
    amount: formatCents(centsOf(amount)),
    day: formatDay(date, i18n.language),
    account: account_ending,
    method: methodInSentence({ ...method, reference: null }, t),
  };
}

interface UpcomingProps {
  readonly charge: HeldCharge;
  /** Why it could not be stopped; null if nothing failed. */
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly onStop: () => void;
}

function Upcoming({ charge, error, isBusy, onStop }: UpcomingProps) {
  const { t } = useTranslation();
  const { kind } = charge;
  const words = useWords(charge);
  return (
    <Message
      title={t(`charge-notices.${kind}.title`, words)}
      actions={
        <Button isBusy={isBusy} onClick={onStop}>
          {t('charge-notices.stop')}
        </Button>
      }
      callText={t('charge-notices.call')}
      reference={correlationIdOf(error)}
    >
      <p>{t('charge-notices.from', words)}</p>
      <p>{t(`charge-notices.${kind}.why`)}</p>
      <p>{t(`charge-notices.${kind}.effect`)}</p>
      {error && (
        <Notice tone="bad" title={t('charge-notices.failed')} isFocused>
          <p>{problemText(error, t)}</p>
        </Notice>
      )}
    </Message>
  );
}

function Stopped({ charge }: { charge: HeldCharge }) {
  const { t } = useTranslation();
  const words = useWords(charge);
  return (
    <Message
      title={t('charge-notices.stopped.title')}
      actions={<SignIn />}
      callText={t('charge-notices.call')}
    >
      <p role="status">{t('charge-notices.stopped.text', words)}</p>
      <p>{t(`charge-notices.${charge.kind}.after`)}</p>
    </Message>
  );
}

/** Whatever the reason that there is nothing to stop: nobody learns from it whether a link was right. */
function Over() {
  const { t } = useTranslation();
  return (
    <Message title={t('charge-notices.over.title')} actions={<SignIn />} callText={t('charge-notices.call')}>
      <p>{t('charge-notices.over.text')}</p>
    </Message>
  );
}

function SignIn() {
  const { t } = useTranslation();
  return (
    <Link to="/" {...buttonLook()}>
      {t('charge-notices.signIn')}
    </Link>
  );
}
