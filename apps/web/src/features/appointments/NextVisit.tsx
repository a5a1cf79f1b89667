import type { appointmentLink } from '@myaccount/contract/appointments';
import { isLive, type VisitProgress } from '@myaccount/contract/visit-progress';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { config } from '../../api/config.ts';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/Section.tsx';
import { LinkButton } from '../../ui/TextLink.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useAccountDetails, useSelectedAccount } from '../accounts/accounts.queries.ts';
import { useTimeWords } from './useTimeWords.ts';
import { useProgressTexts } from './visit-texts.ts';
import { oneStop, slotOf, type TimeSlot } from './visit-time.rules.ts';

/** The account's next visit on its home page, with the way to see and move it. */
export function NextVisit() {
  const { nextVisit } = useAccountDetails().data ?? {};
  return nextVisit && <VisitLine visit={nextVisit} slot={slotOf(nextVisit)} />;
}

function VisitLine({ visit, slot }: { visit: VisitProgress; slot: TimeSlot }) {
  const { t } = useTranslation();
  const words = useTimeWords(slot, config.timeZone);
  const { sentence } = useProgressTexts(visit, slot, config.timeZone);
  return (
    <Section title={t('appointments.tab')} isTitleHidden>
      <div className={layout.ends}>
        <p>{isLive(visit.jobStatus) ? sentence : oneStop(t('appointments.own.when', words))}</p>
        <OpenVisit>{t('appointments.own.open')}</OpenVisit>
      </div>
    </Section>
  );
}

/** Leads to the account's next visit, by a link that is made for it. */
export function OpenVisit({ children }: { children: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { accountNumber } = useSelectedAccount();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call<typeof appointmentLink>('POST /appointment/link', { body: { accountNumber } }),
    onSuccess: ({ token }) => navigate({ to: '/schedule/$', params: { _splat: token } }),
    onError: () => showToast('failure', t('appointments.own.failed')),
  });
  return (
    <LinkButton
      className={layout.target}
      aria-disabled={isPending || undefined}
      onClick={() => isPending || mutate()}
    >
      {children}
    </LinkButton>
  );
}
