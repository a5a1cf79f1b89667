import type { EndpointRow } from './endpoint-row.ts';

const saving = { auto_payment: false, multi_factor_auth: undefined, consents: undefined };
const billingAccount = (id: string) => ({ id });

/** The rows of the calls that add a payment method. */
export const addMethodRows: Readonly<Record<string, EndpointRow>> = {
  'POST /hash/transafe/frame': {
    namesNothing: true,
    values: {
      ts: 1_795_000_000,
      domain: 'http://localhost:3000',
      styles: undefined,
      sequence: '0123456789abcdef',
      isAccountHolderName: true,
      isACHPayment: false,
    },
  },
  'GET /transafe/transaction/verify': { ids: { cardshieldticket: 'ticket' } },
  'GET /payments/chase/uid': {
    namesNothing: true,
    values: { form_name: 'card', total_amount: '0.00', billing_name: 'Ana Rivera' },
  },
  'GET /payments/chase/payment-method': { ids: { uid: 'uid' } },
  'POST /payments/recurring-payments': {
    ids: { billing_account: 'accountId', payment_method: 'frameHandle' },
    shapes: {
      billing_account: billingAccount,
      payment_method: (value) => ({
        payment_method_type: 'custom',
        reference: 'VISA;4242',
        custom_field_values: [{ name: 'Token', value }],
      }),
    },
    values: saving,
    status: 201,
  },
  'POST /payments/make-recurring-payment-chase': {
    ids: { billing_account: 'accountId', payment_method: 'formHandle' },
    shapes: {
      billing_account: billingAccount,
      payment_method: (token) => ({
        payment_method_type: 'tokenized-credit-card',
        token,
        nickname: null,
        card_type: 'VISA',
        expiration_date: '08/2030',
        last_four: '4242',
      }),
    },
    values: saving,
    status: 201,
  },
};
