import type { setAutopay } from '@myaccount/contract/autopay';
import type { BillingRefresh } from '@myaccount/contract/home';
import { centsOf, formatCents } from '@myaccount/contract/money';
import type { RecurringPayment } from '@myaccount/contract/payment-methods';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { config } from '../../api/config.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/Notice.tsx';
import { Question } from '../../ui/Question.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { SupportPhone } from '../../ui/SupportPhone.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { businessToday, formatDay } from '../../ui/time.ts';
import { showToast } from '../../ui/toasts.ts';
import { useDraft } from '../../ui/useDraft.ts';
import { useBillingReload, useSelectedAccount } from '../accounts/accounts.queries.ts';
import { agreedConsent } from '../consents/agreed-consent.ts';
import { ConsentForm } from '../consents/ConsentForm.tsx';
import { AddMethodButton } from '../payment-methods/MethodButtons.tsx';
import { MethodChoice } from '../payment-methods/MethodChoice.tsx';
import { isExpired } from '../payment-methods/method-name.ts';
import { usePaymentMethods } from '../payment-methods/payment-methods.queries.ts';
import { SecurityHold } from '../payment-methods/SecurityHold.tsx';

const noMethod = { methodId: '' };

/** The pages that can change autopay; their toasts differ (AUTOPAY-3). */
export type AutopaySurface = 'dashboard' | 'payments';

interface AutopayDialogProps {
  readonly billing: BillingRefresh;
  readonly surface: AutopaySurface;
  readonly onClose: () => void;
  /** Called in place of `onClose` once the change is saved. */
  readonly onSaved: () => void;
}

/**
 * Turns autopay on in a panel (AUTOPAY-1), or asks before it is turned off (AUTOPAY-2). Which of them it is stays as it
 * was opened: the new state arrives before a saved change closes it.
 */
export function AutopayDialog({ billing: current, ...props }: AutopayDialogProps) {
  const [billing] = useState(current);
  return billing.isAutoPayEnabled ? <TurnOff {...props} /> : <TurnOn {...props} billing={billing} />;
}

function TurnOn(props: AutopayDialogProps) {
  const { t } = useTranslation();
  const { supportEmail } = config.brand;
  return (
    <SidePanel isWide title={t('autopay.turnOn.title')} onClose={props.onClose}>
      <SecurityHold>
        <Loaded query={usePaymentMethods()} failed={t('payment-methods.failed')}>
          {(methods) =>
            methods.length > 0 ? (
              <AutopayForm {...props} methods={methods} />
            ) : (
              <div className={layout.stack}>
                <p>{t('autopay.turnOn.noMethod')}</p>
                <div>
                  <AddMethodButton variant="filled" />
                </div>
                <p>
                  <SupportPhone />
                  <br />
                  <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>
                </p>
              </div>
            )
          }
        </Loaded>
      </SecurityHold>
    </SidePanel>
  );
}

/** Turns autopay on: what will be charged and when, with which method, and the authorization (AUTOPAY-1). */
function AutopayForm(props: AutopayDialogProps & { readonly methods: readonly RecurringPayment[] }) {
  const { billing, methods, surface, onClose, onSaved } = props;
  const { t } = useTranslation();
  const { draft, keep, clear } = useDraft('autopay', useSelectedAccount().accountNumber, noMethod);
  const choose = (methodId: string) => keep({ methodId });
  const { mutate, isPending, error } = useAutopayChange(surface, () => {
    clear();
    onSaved();
  });
  const usable = methods.filter(
    ({ payment_method: method, no_autopay }) =>
      !no_autopay && !isExpired(method.expiration_date, businessToday()),
  );
  const chosen =
    usable.find(({ id }) => id === draft.methodId) ?? usable.find(({ declined }) => !declined) ?? usable[0];
  const question = (
    <Question legend={t('autopay.turnOn.method')}>
      <MethodChoice
        methods={methods}
        chosenId={chosen?.id ?? ''}
        name="autopay-method"
        isDisabled={isPending}
        refusalOf={({ no_autopay }) => (no_autopay ? t(`autopay.turnOn.refused.${no_autopay}`) : undefined)}
        onChoose={choose}
      />
      {chosen && !chosen.auto_payment && <p>{t('autopay.turnOn.becomesDefault')}</p>}
      {!chosen && <p>{t('autopay.turnOn.noneUsable')}</p>}
      <div>
        <AddMethodButton variant={chosen ? 'subtle' : 'filled'} onAdded={choose} />
      </div>
    </Question>
  );
  return (
    <div className={layout.stack}>
      <FirstCharge billing={billing} />
      {chosen ? (
        <ConsentForm
          kind="autopay"
          questions={question}
          missingText={t('autopay.turnOn.agreeFirst')}
          submitText={t('autopay.turnOn.submit')}
          cancelText={t('autopay.turnOn.cancel')}
          isBusy={isPending}
          onSubmit={() => mutate(chosen.id)}
          onCancel={onClose}
        >
          {error && (
            <Notice tone="bad" title={t('autopay.turnOn.failed')} isFocused>
              {error instanceof AutopayRefused ? error.message : t('autopay.turnOn.tryAgain')}
            </Notice>
          )}
        </ConsentForm>
      ) : (
        question
      )}
    </div>
  );
}

/** What the first charge will be, and what happens to debt that is past due. */
function FirstCharge({ billing }: { billing: BillingRefresh }) {
  const { t, i18n } = useTranslation();
  const { firstCharge: first, pastDue } = billing;
  const amount = formatCents(centsOf(first?.amount ?? 0));
  const overdue = { amount: formatCents(centsOf(pastDue)) };
  return (
    <>
      {first && <p>{t('autopay.turnOn.first', { amount, day: formatDay(first.date, i18n.language) })}</p>}
      {!first && pastDue <= 0 && <p>{t('autopay.turnOn.nextBill')}</p>}
      {pastDue > 0 && (
        <p className={layout.error}>
          {t(first ? 'autopay.turnOn.pastDue' : 'autopay.turnOn.pastDueLater', overdue)}
        </p>
      )}
    </>
  );
}

function TurnOff({ surface, onClose, onSaved }: Omit<AutopayDialogProps, 'billing'>) {
  const { t } = useTranslation();
  const { mutate, isPending, isError } = useAutopayChange(surface, onSaved);
  return (
    <ConfirmDialog
      isDestructive
      title={t('autopay.turnOff.title')}
      confirmLabel={t('autopay.turnOff.confirm')}
      cancelLabel={t('autopay.turnOff.cancel')}
      isBusy={isPending}
      onConfirm={() => mutate(null)}
      onCancel={onClose}
    >
      <p>{t('autopay.turnOff.text')}</p>
      {isError && <Notice tone="bad" title={t('autopay.turnOff.failed')} />}
    </ConfirmDialog>
  );
}

/** A refusal in the server's words. */
class AutopayRefused extends Error {}

/**
 * Turns autopay on with a method, or off with null, and reloads what the page shows of it. A toast tells the result; a
 * refusal is thrown as {@link AutopayRefused}.
 */
function useAutopayChange(surface: AutopaySurface, onSaved: () => void) {
  const { t, i18n } = useTranslation();
  const reload = useBillingReload();
  const { accountNumber } = useSelectedAccount();
  return useMutation({
    mutationFn: async (methodId: string | null) => {
      const consents = [agreedConsent('autopay', i18n.language)];
      const method = methodId === null ? {} : { paymentMethodID: methodId, consents };
      const reply = await call<typeof setAutopay>('POST /customer/account/autopay', {
        body: { accountNumber, enableAutopay: methodId !== null, ...method },
      });
      if (reply.statusCode !== '00') throw new AutopayRefused(reply.statusDescription);
      await reload();
    },
    onSuccess: () => {
      showToast('success', t(`autopay.saved.${surface}`));
      onSaved();
    },
    onError: () => showToast('failure', t(`autopay.notSaved.${surface}`)),
  });
}
