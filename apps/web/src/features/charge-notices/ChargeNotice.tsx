import type { HeldCharge } from '@myaccount/contract/charge-notices';
import { centsOf, formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { StopLink } from '../../ui/StopLink.tsx';
import { formatDay } from '../../ui/time.ts';
import { methodInSentence } from '../payment-methods/method-name.ts';
import { heldChargeQuery, stopCharge } from './charge-notices.queries.ts';

/** The charge of a notice, by its link, and the way to stop it (RESTORE-1). */
export function ChargeNotice({ token }: { token: string }) {
  const { t, i18n } = useTranslation();
  const wordsOf = ({ amount, date, account_ending, ...method }: HeldCharge) => ({
    amount: formatCents(centsOf(amount)),
    day: formatDay(date, i18n.language),
    account: account_ending,
    method: methodInSentence({ ...method, reference: null }, t),
  });
  return (
    <StopLink
      texts="charge-notices"
      query={heldChargeQuery(token)}
      stop={() => stopCharge(token)}
      view={(charge, isStopped) => {
        const words = wordsOf(charge);
        const texts = `charge-notices.${charge.kind}`;
        if (!isStopped)
          return {
            title: t(`${texts}.title`, words),
            text: (
              <>
                <p>{t('charge-notices.from', words)}</p>
                <p>{t(`${texts}.why`)}</p>
                <p>{t(`${texts}.effect`)}</p>
              </>
            ),
            canStop: true,
          };
        return {
          title: t('charge-notices.stopped.title'),
          text: (
            <>
              <p role="status">{t('charge-notices.stopped.text', words)}</p>
              <p>{t(`${texts}.after`)}</p>
            </>
          ),
          canStop: false,
        };
      }}
    />
  );
}
