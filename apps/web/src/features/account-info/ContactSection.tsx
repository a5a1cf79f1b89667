import { accountRights, isHolder } from '@myaccount/contract/account-rights';
import type { cancelEmailProof, sendEmailProof, validateEmailProof } from '@myaccount/contract/email-proof';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { config } from '../../api/config.ts';
import { Button } from '../../ui/Button.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { useFocusKept } from '../../ui/focus.ts';
import layout from '../../ui/layout.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { formatDay } from '../../ui/time.ts';
import { showToast } from '../../ui/toasts.ts';
import { useAccount } from '../accounts/accounts.queries.ts';
import { AccountSection } from './AccountSection.tsx';
import { contactForm, formatPhone } from './account-fields.ts';
import { useReloadAccount } from './account-info.queries.ts';
import { type AccountPlace, useAccountForm } from './useAccountForm.ts';

const CodeEntry = lazyPart(async () => (await import('./CodeEntry.tsx')).CodeEntry);

/** Email and phone of the account, to see and to change (CONTACT-1), and the pending address (CONTACT-3). */
export function ContactSection({ place }: { place: AccountPlace }) {
  const { t } = useTranslation();
  const { customer, pendingEmailAddress, role, ownsContact } = useAccount();
  const mayChange = isHolder({ role, ownsContact }, accountRights.emailAddress.set);
  const editing = useAccountForm(contactForm, place);
  const { emailAddress, phoneNumber } = customer;
  const email = emailAddress ? <EmailAddress address={emailAddress} /> : t('contact.none');
  return (
    <div className={layout.stack}>
      <AccountSection
        editing={editing}
        editText={t('account-info.edit')}
        editLabel={t('contact.edit')}
        lockedText={mayChange ? undefined : t('contact.owner', { phone: config.brand.supportPhone })}
      >
        <Facts>
          <Fact term={t('contact.fields.emailAddress')} value={email} />
          <Fact
            term={t('contact.fields.phoneNumber')}
            value={phoneNumber ? formatPhone(phoneNumber) : t('contact.none')}
          />
        </Facts>
      </AccountSection>
      <PendingEmail key={pendingEmailAddress} />
    </div>
  );
}

/** An address that breaks after its @ before it breaks anywhere else. */
function EmailAddress({ address }: { address: string }) {
  const at = address.lastIndexOf('@') + 1;
  return (
    <bdi>
      <span>{address.slice(0, at)}</span>
      <wbr />
      <span>{address.slice(at)}</span>
    </bdi>
  );
}

/** The pending address, with the field for it; until then the old one holds (CONTACT-3). */
function PendingEmail() {
  const { t, i18n } = useTranslation();
  const { accountNumber, pendingEmailAddress, pendingEmailUntil, role, ownsContact } = useAccount();
  const reload = useReloadAccount();
  const [isEntering, setIsEntering] = useState(false);
  const box = useFocusKept<HTMLDivElement>();
  const mayProve = isHolder({ role, ownsContact }, accountRights.emailAddress.set);
  const mayCancel = isHolder({ role, ownsContact }, accountRights.pendingEmail.set);

  const check = async (otp: string) => {
    const { isSignInAddress } = await call<typeof validateEmailProof>(
      'POST /customer/account/email-proof/validate',
      { body: { accountNumber, otp } },
    );
    const outcome = isSignInAddress ? 'confirmedSignIn' : 'confirmed';
    await reload();
    showToast('success', t(`contact.waiting.${outcome}`));
  };
  const resend = async () => {
    await call<typeof sendEmailProof>('POST /customer/account/email-proof', { body: { accountNumber } });
  };
  const cancel = useMutation({
    mutationFn: () =>
      call<typeof cancelEmailProof>('POST /customer/account/email-proof/cancel', { body: { accountNumber } }),
    onSuccess: async () => {
      await reload();
      showToast('success', t('contact.waiting.cancelled'));
    },
    onError: () => showToast('failure', t('contact.waiting.notCancelled')),
  });

  if (!pendingEmailAddress || !pendingEmailUntil) return null;
  const text = <p>{t('contact.waiting.text', { day: formatDay(pendingEmailUntil, i18n.language) })}</p>;

  return (
    <div ref={box}>
      <Notice tone="wait" title={t('contact.waiting.title', { email: pendingEmailAddress })}>
        {isEntering ? (
          <CodeEntry
            submitText={t('contact.waiting.confirm')}
            cancelText={t('account-info.close')}
            onCheck={check}
            onResend={resend}
            onCancel={() => setIsEntering(false)}
          >
            {text}
          </CodeEntry>
        ) : (
          <>
            {text}
            <div className={layout.buttons}>
              {mayProve && (
                <Button className={layout.button} onClick={() => setIsEntering(true)}>
                  {t('contact.waiting.enter')}
                </Button>
              )}
              {mayCancel && (
                <Button
                  variant="default"
                  className={layout.button}
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
