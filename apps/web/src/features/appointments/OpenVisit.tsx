import type { appointmentLink } from '@myaccount/contract/appointments';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import layout from '../../ui/layout.module.css';
import { LinkButton } from '../../ui/TextLink.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useSelectedAccount } from '../accounts/accounts.queries.ts';

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
