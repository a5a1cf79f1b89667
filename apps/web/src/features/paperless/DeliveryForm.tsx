import type { ebill } from '@myaccount/contract/paperless';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { ChangeHint } from '../../ui/ChangeHint.tsx';
import { QuestionError } from '../../ui/Question.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useBillingReload, useSelectedAccount } from '../accounts/accounts.queries.ts';
import { agreedConsent } from '../consents/agreed-consent.ts';
import { ConsentForm } from '../consents/ConsentForm.tsx';

/** How bills come, as a customer may choose it. */
export type Delivery = 'EMAIL' | 'PAPER';

/** A page with its own messages (EBILL-2): the older ones of the profile, and those of dashboard and settings. */
export type PaperlessPlace = 'dashboard' | 'profile';

interface DeliveryFormProps {
  readonly delivery: Delivery;
  readonly place: PaperlessPlace;
  /** Called when it is saved and the page shows it, or not wanted after all. */
  readonly onDone: () => void;
}

/** What a change of the delivery takes: the consent to electronic bills (CONSENT-1), and a button that saves. */
export function DeliveryForm({ delivery, place, onDone }: DeliveryFormProps) {
  const { t, i18n } = useTranslation();
  const reload = useBillingReload();
  const { accountNumber } = useSelectedAccount();
  const isPaperless = delivery === 'EMAIL';

  /** The form goes; the choice that led to it takes the focus. */
  function focusChoice(): void {
    document.querySelector<HTMLInputElement>(`[name=paperless-${place}]:checked`)?.focus();
  }

  const { mutate, isPending, isError } = useMutation({
    mutationFn: async () => {
      const consents = isPaperless ? { consents: [agreedConsent('paperless', i18n.language)] } : {};
      const { statusCode } = await call<typeof ebill>('POST /customer/account/ebill', {
        body: { accountNumber, enableeBill: isPaperless, ...consents },
      });
      if (statusCode !== '00') throw new Error(`ebill answered ${statusCode}`);
    },
    onSuccess: async () => {
      focusChoice();
      await reload();
      onDone();
      showToast('success', t(`paperless.saved.${place}.${delivery}`));
    },
  });

  return (
    <ConsentForm
      kind={isPaperless ? 'paperless' : undefined}
      missingText={t('paperless.consentMissing')}
      submitText={t(`paperless.save.${delivery}`)}
      cancelText={t('paperless.cancel')}
      isBusy={isPending}
      onSubmit={() => mutate()}
      onCancel={() => {
        focusChoice();
        onDone();
      }}
    >
      <ChangeHint />
      {isError && <QuestionError>{t(`paperless.notSaved.${place}`)}</QuestionError>}
    </ConsentForm>
  );
}
