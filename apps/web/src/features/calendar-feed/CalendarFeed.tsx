import type { createCalendarFeed } from '@myaccount/contract/calendar-feed';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { useFocusWhen } from '../../ui/focus.ts';
import { CalendarIcon } from '../../ui/icons.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/Section.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useAccount, useSelectedAccount } from '../accounts/accounts.queries.ts';
import classes from './CalendarFeed.module.css';

/** The due dates for the customer's own calendar, by an address that the press makes (FEED-1). Not of a closed account. */
export function CalendarFeed() {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  const { accountStatus } = useAccount();
  const { data, mutate, isPending } = useMutation({
    mutationFn: () => call<typeof createCalendarFeed>('POST /calendar-feed', { body: { accountNumber } }),
    onError: () => showToast('failure', t('calendar-feed.failed')),
  });
  if (accountStatus !== 'ACTIVE') return null;
  return (
    <Section title={t('calendar-feed.title')} className={layout.stack ?? ''}>
      <p>{t('calendar-feed.text')}</p>
      {data ? (
        <FeedAddress address={data.address} />
      ) : (
        <div>
          <Button
            variant="default"
            icon={<CalendarIcon size={20} />}
            isBusy={isPending}
            onClick={() => mutate()}
          >
            {t('calendar-feed.make')}
          </Button>
        </div>
      )}
    </Section>
  );
}

/** The address, which takes the focus of the press that made it. */
function FeedAddress({ address }: { address: string }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useFocusWhen(true, box);
  return (
    <div ref={box} role="status" tabIndex={-1}>
      <p>
        <TextLink href={address.replace(/^https?/, 'webcal')}>{t('calendar-feed.open')}</TextLink>
      </p>
      <p className={classes.address}>
        <span>{address}</span> <CopyButton text={address} label={t('calendar-feed.copy')} />
      </p>
      <p className={layout.small}>{t('calendar-feed.secret')}</p>
    </div>
  );
}
