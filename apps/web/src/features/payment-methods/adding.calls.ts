import type { BillingAccount } from '@myaccount/contract/accounts';
import type {
  openCardForm,
  readCardForm,
  saveCardFormMethod,
  saveFrameMethod,
  signFrame as signFrameCall,
  verifyTicket,
} from '@myaccount/contract/add-method';
import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import { frameStyleSheets } from '@myaccount/contract/frame-styles';
import { call } from '../../api/client.ts';
import { config } from '../../api/config.ts';
import { serverNow } from '../../api/server-time.ts';

/** The server refused what the form said was good; the message is the service’s own words, empty when it has none. */
export class RefusedMethod extends Error {
  override readonly name = 'RefusedMethod';
}

/** What is saved besides the method itself. */
export interface NewMethod {
  readonly billingAccount: Pick<BillingAccount, 'id' | 'account_num' | 'external_account_num'>;
  /** True for the first usable method: it becomes the default. */
  readonly isDefault: boolean;
  readonly nickname: string;
  readonly holderName: string;
  readonly consents: AgreedConsent[];
}

const millisecondsPerSecond = 1_000;

/** Has the server sign a frame for a card or a bank account. Returns the hidden inputs that open it, once. */
export async function signFrame(kind: 'card' | 'bank', signal: AbortSignal) {
  const scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const sequence = crypto.randomUUID();
  const domain = window.location.origin;
  const { hash, fields } = await call<typeof signFrameCall>('POST /hash/transafe/frame', {
    body: {
      ts: Math.floor(serverNow().getTime() / millisecondsPerSecond),
      domain,
      styles: `${domain}${frameStyleSheets[scheme]}`,
      sequence,
      isAccountHolderName: true,
      isACHPayment: kind === 'bank',
    },
    signal,
  });
  return { sequence, fields: [...fields, { name: 'hmac-hmacsha256', value: hash }] };
}

/** Has the server check a ticket, and saves its method. Throws {@link RefusedMethod} with the service’s words. */
export async function saveTicket(ticket: string, method: NewMethod): Promise<{ id: string }> {
  const { code, cardtype, account, token, verbiage } = await call<typeof verifyTicket>(
    'GET /transafe/transaction/verify',
    { query: { cardshieldticket: ticket } },
  );
  if (code !== 'AUTH' || !token) throw new RefusedMethod(verbiage ?? '');
  return await call<typeof saveFrameMethod>('POST /payments/recurring-payments', {
    body: {
      ...commonOf(method),
      payment_method: {
        payment_method_type: 'custom',
        reference: referenceOf(cardtype, account),
        custom_field_values: [
          { name: 'Token', value: token },
          { name: 'Nick Name', value: method.nickname },
          { name: 'accountname', value: method.holderName },
        ],
      },
    },
  });
}

/** Returns the uid of a new form for a card. */
export async function requestFormUid(billingName: string, signal: AbortSignal): Promise<string> {
  const query = { form_name: config.chaseCardForm, total_amount: '0.00' as const, billing_name: billingName };
  return (await call<typeof openCardForm>('GET /payments/chase/uid', { query, signal })).uid;
}

/** Has the server ask what was typed into a form, and saves it. */
export async function saveForm(uid: string, method: NewMethod): Promise<{ id: string }> {
  const card = await call<typeof readCardForm>('GET /payments/chase/payment-method', { query: { uid } });
  return await call<typeof saveCardFormMethod>('POST /payments/make-recurring-payment-chase', {
    body: {
      ...commonOf(method),
      payment_method: {
        payment_method_type: 'tokenized-credit-card',
        ...card,
        nickname: method.nickname || null,
      },
    },
  });
}

function commonOf({ billingAccount, isDefault, consents }: NewMethod) {
  const { id, account_num, external_account_num } = billingAccount;
  return {
    auto_payment: isDefault,
    multi_factor_auth: false,
    billing_account: { id, account_num, external_account_num },
    consents,
  };
}

const referenceLength = 12;
const shownDigits = 4;

/** Card type and last digits, 12 characters at most in all (METHODS-3). */
export function referenceOf(cardType: string | null, account: string | null): string {
  const digits = (account ?? '').replace(/\D/g, '').slice(-shownDigits);
  return `${(cardType ?? '').slice(0, referenceLength - 1 - digits.length)};${digits}`;
}
