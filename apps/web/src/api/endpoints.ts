import type { accountInfo } from '@myaccount/contract/account-info';
import type {
  accounts,
  billingAccounts,
  customerAccountDetails,
  customerInfo,
} from '@myaccount/contract/accounts';
import type {
  openCardForm,
  readCardForm,
  saveCardFormMethod,
  saveFrameMethod,
  signFrame,
  verifyTicket,
} from '@myaccount/contract/add-method';
import type { appointmentSchedulesEndpoint, scheduleAppointment } from '@myaccount/contract/appointments';
import type { changes, logEvent } from '@myaccount/contract/audit';
import type { autopayConsent, setAutopay } from '@myaccount/contract/autopay';
import type { consents, consentText } from '@myaccount/contract/consents';
import type { cancelEmailProof, sendEmailProof, validateEmailProof } from '@myaccount/contract/email-proof';
import type { Endpoint } from '@myaccount/contract/endpoint';
import type { sendFreshCode, validateFreshCode } from '@myaccount/contract/fresh-code';
import type { registerGiftCard } from '@myaccount/contract/gift-card';
import type { applyForHeroDiscount } from '@myaccount/contract/hero-discount';
import type { billingRefreshEndpoint } from '@myaccount/contract/home';
import type {
  invoicesAll,
  invoicesDownload,
  invoicesPaymentInfo,
  invoicesPayments,
  invoicesSingle,
} from '@myaccount/contract/invoices';
import type { logout, sendCode, validateCode, validateLink } from '@myaccount/contract/login';
import type { loginStats } from '@myaccount/contract/metrics';
import type { ebill } from '@myaccount/contract/paperless';
import type {
  activateMethod,
  deactivateMethod,
  recurringPayments,
} from '@myaccount/contract/payment-methods';
import type { makePayment, paymentReceipt, paymentReceiptPdf, payments } from '@myaccount/contract/payments';
import type { cancelPlannedPayment, plannedPayments } from '@myaccount/contract/planned-payments';
import type { endAllSessions, endOneSession, sessions } from '@myaccount/contract/sessions';

/** Method and path of one endpoint of the contract, with its type and without its schemas. */
export interface EndpointReference<E extends Endpoint> {
  readonly method: E['method'];
  readonly path: E['path'];
  /** True when the call neither sends nor ends the tab's session. */
  readonly isAnonymous?: boolean;
  /** Never set; it carries the endpoint’s type. */
  readonly endpoint?: E;
}

/** Returns a reference that the compiler compares with the contract, so the browser needs no schemas. */
function reference<E extends Endpoint>(method: E['method'], path: E['path']): EndpointReference<E> {
  return { method, path };
}

/** Returns the reference of a call that a secret of its own authorizes, not the tab's session. */
function anonymousReference<E extends Endpoint>(method: E['method'], path: E['path']): EndpointReference<E> {
  return { method, path, isAnonymous: true };
}

/** Every call of the pages. */
export const endpoints = {
  sendCode: reference<typeof sendCode>('POST', '/login/otp/send'),
  validateCode: reference<typeof validateCode>('POST', '/login/otp/validate'),
  validateLink: reference<typeof validateLink>('POST', '/login/link/validate'),
  logout: reference<typeof logout>('GET', '/login/otp/logout'),
  loginStats: reference<typeof loginStats>('GET', '/login/otp/login-stats'),
  accounts: reference<typeof accounts>('GET', '/accounts'),
  customerInfo: reference<typeof customerInfo>('GET', '/customer/info'),
  customerAccountDetails: reference<typeof customerAccountDetails>('GET', '/customer/account/details'),
  billingAccounts: reference<typeof billingAccounts>('GET', '/billing/gtv/account'),
  billingRefresh: reference<typeof billingRefreshEndpoint>('GET', '/billing/gtv/billing-account/refresh'),
  invoicesAll: reference<typeof invoicesAll>('GET', '/invoices/all'),
  invoicesSingle: reference<typeof invoicesSingle>('GET', '/invoices/single'),
  invoicesDownload: reference<typeof invoicesDownload>('GET', '/invoices/download'),
  invoicesPayments: reference<typeof invoicesPayments>('GET', '/invoices/payments'),
  invoicesPaymentInfo: reference<typeof invoicesPaymentInfo>('GET', '/invoices/payment-info'),
  payments: reference<typeof payments>('GET', '/payments'),
  recurringPayments: reference<typeof recurringPayments>('GET', '/payments/recurring-payments'),
  activateMethod: reference<typeof activateMethod>('POST', '/payments/activate'),
  deactivateMethod: reference<typeof deactivateMethod>('POST', '/payments/deactivate'),
  makePayment: reference<typeof makePayment>('POST', '/payments/make-payment'),
  paymentReceipt: reference<typeof paymentReceipt>('GET', '/payments/receipt'),
  paymentReceiptPdf: reference<typeof paymentReceiptPdf>('GET', '/payments/receipt/download'),
  plannedPayments: reference<typeof plannedPayments>('GET', '/payments/planned'),
  cancelPlannedPayment: reference<typeof cancelPlannedPayment>('POST', '/payments/planned/cancel'),
  applyForHeroDiscount: reference<typeof applyForHeroDiscount>('POST', '/verify-pass/user/info'),
  ebill: reference<typeof ebill>('POST', '/customer/account/ebill'),
  registerGiftCard: reference<typeof registerGiftCard>('POST', '/gift-card/register'),
  signFrame: reference<typeof signFrame>('POST', '/hash/transafe/frame'),
  verifyTicket: reference<typeof verifyTicket>('GET', '/transafe/transaction/verify'),
  openCardForm: reference<typeof openCardForm>('GET', '/payments/chase/uid'),
  readCardForm: reference<typeof readCardForm>('GET', '/payments/chase/payment-method'),
  saveFrameMethod: reference<typeof saveFrameMethod>('POST', '/payments/recurring-payments'),
  saveCardFormMethod: reference<typeof saveCardFormMethod>('POST', '/payments/make-recurring-payment-chase'),
  setAutopay: reference<typeof setAutopay>('POST', '/customer/account/autopay'),
  autopayConsent: reference<typeof autopayConsent>('GET', '/customer/account/autopay/consent'),
  consents: reference<typeof consents>('GET', '/customer/account/consents'),
  consentText: reference<typeof consentText>('GET', '/customer/account/consent'),
  sessions: reference<typeof sessions>('GET', '/sessions'),
  endOneSession: reference<typeof endOneSession>('POST', '/sessions/end'),
  endAllSessions: reference<typeof endAllSessions>('POST', '/sessions/end-all'),
  changes: reference<typeof changes>('GET', '/customer/account/changes'),
  accountInfo: reference<typeof accountInfo>('POST', '/customer/account/info'),
  sendEmailProof: reference<typeof sendEmailProof>('POST', '/customer/account/email-proof'),
  validateEmailProof: reference<typeof validateEmailProof>('POST', '/customer/account/email-proof/validate'),
  cancelEmailProof: reference<typeof cancelEmailProof>('POST', '/customer/account/email-proof/cancel'),
  sendFreshCode: reference<typeof sendFreshCode>('POST', '/sessions/fresh-code'),
  validateFreshCode: reference<typeof validateFreshCode>('POST', '/sessions/fresh-code/validate'),
  appointmentSchedules: anonymousReference<typeof appointmentSchedulesEndpoint>(
    'GET',
    '/appointment/schedules',
  ),
  scheduleAppointment: anonymousReference<typeof scheduleAppointment>('GET', '/appointment/schedule'),
  logEvent: reference<typeof logEvent>('POST', '/logger/log'),
} as const;
