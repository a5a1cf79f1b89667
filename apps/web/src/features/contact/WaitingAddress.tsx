import type { cancelEmailProof, sendEmailProof, validateEmailProof } from '@myaccount/contract/email-proof';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { formatDay } from '../../ui/day.ts';
import { Notice } from '../../ui/Notice.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useFocusKept } from '../../ui/useFocusKept.ts';
import { useReloadAccount } from '../account-info/account-info.queries.ts';
import { useSelectedAccount } from '../accounts/selected-account.ts';
import classes from './WaitingAddress.module.css';

const CodeEntry = lazy(async () => ({ default: (await import('../account-info/CodeEntry.tsx')).CodeEntry }));

interface WaitingAddressProps {
  readonly address: string;
  /** On which its code can be entered, `YYYY-MM-DD`. */
  readonly lastDay: string;
  readonly mayProve: boolean;
  readonly mayCancel: boolean;
}

/** The new address that waits for its code, with the field for it; until then the old one holds (CONTACT-3). */
export function WaitingAddress({ address, lastDay, mayProve, mayCancel }: WaitingAddressProps) {
  const { t, i18n } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  const reload = useReloadAccount();
  const [isEntering, setIsEntering] = useState(false);
  const box = useFocusKept<HTMLDivElement>();

  const check = async (otp: string) => {
    const { isSignInAddress } = await call<typeof validateEmailProof>(
      'POST /customer/account/email-proof/validate',
      { body: { accountNumber, otp } },
    );
    showToast(
      'success',
      t(isSignInAddress ? 'contact.waiting.confirmedSignIn' : 'contact.waiting.confirmed'),
    );
    await reload();
  };
  const resend = async () => {
    await call<typeof sendEmailProof>('POST /customer/account/email-proof', { body: { accountNumber } });
  };
  const cancel = useMutation({
    mutationFn: () =>
      call<typeof cancelEmailProof>('POST /customer/account/email-proof/cancel', { body: { accountNumber } }),
    onSuccess: async () => {
      showToast('success', t('contact.waiting.cancelled'));
      await reload();
    },
    onError: () => showToast('failure', t('contact.waiting.notCancelled')),
  });

  const text = <p>{t('contact.waiting.text', { day: formatDay(lastDay, i18n.language) })}</p>;

  return (
    <div ref={box} className={classes.waiting}>
      <Notice tone="wait" title={t('contact.waiting.title', { email: address })}>
        {isEntering ? (
          <Suspense>
            <CodeEntry
              submitText={t('contact.waiting.confirm')}
              cancelText={t('account-info.close')}
              onCheck={check}
              onResend={resend}
              onCancel={() => setIsEntering(false)}
            >
              {text}
            </CodeEntry>
          </Suspense>
        ) : (
          <>
            {text}
            <div className={classes.actions}>
              {mayProve && (
                <Button className={classes.button ?? ''} onClick={() => setIsEntering(true)}>
                  {t('contact.waiting.enter')}
                </Button>
              )}
              {mayCancel && (
                <Button
                  variant="default"
                  className={classes.button ?? ''}
                  onClick={() => !cancel.isPending && cancel.mutate()}
                >
                  {t('contact.waiting.cancel')}
                </Button>
              )}
            </div>
          </>
        )}
      </Notice>
    </div>
  );
}
