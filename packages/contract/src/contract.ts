import { accountInfo } from './account-info.ts';
import { accounts, billingAccounts, customerAccountDetails, customerInfo } from './accounts.ts';
import {
  openCardForm,
  readCardForm,
  saveCardFormMethod,
  saveFrameMethod,
  signFrame,
  verifyTicket,
} from './add-method.ts';
import { logEvent } from './audit.ts';
import { autopayConsent, setAutopay } from './autopay.ts';
import { cancelEmailProof, sendEmailProof, validateEmailProof } from './email-proof.ts';
import type { Endpoint } from './endpoint.ts';
import { sendFreshCode, validateFreshCode } from './fresh-code.ts';
import { billingRefreshEndpoint } from './home.ts';
import {
  invoicesAll,
  invoicesDownload,
  invoicesPaymentInfo,
  invoicesPayments,
  invoicesSingle,
} from './invoices.ts';
import { logout, sendCode, validateCode, validateLink } from './login.ts';
import { ebill } from './paperless.ts';
import { activateMethod, deactivateMethod, recurringPayments } from './payment-methods.ts';
import { makePayment, paymentReceipt, paymentReceiptPdf, payments } from './payments.ts';
import { cancelPlannedPayment, plannedPayments } from './planned-payments.ts';

/** Every call of the API; the server must register exactly these (an architecture test compares). */
export const contract: readonly Endpoint[] = [
  sendCode,
  validateCode,
  validateLink,
  logout,
  sendFreshCode,
  validateFreshCode,
  accounts,
  customerInfo,
  customerAccountDetails,
  billingAccounts,
  billingRefreshEndpoint,
  invoicesAll,
  invoicesSingle,
  invoicesDownload,
  invoicesPayments,
  invoicesPaymentInfo,
  payments,
  recurringPayments,
  activateMethod,
  deactivateMethod,
  signFrame,
  verifyTicket,
  openCardForm,
  readCardForm,
  saveFrameMethod,
  saveCardFormMethod,
  makePayment,
  plannedPayments,
  cancelPlannedPayment,
  paymentReceipt,
  paymentReceiptPdf,
  setAutopay,
  autopayConsent,
  ebill,
  accountInfo,
  sendEmailProof,
  validateEmailProof,
  cancelEmailProof,
  logEvent,
];
