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
import { appointmentSchedulesEndpoint, scheduleAppointment } from './appointments.ts';
import { changes, logEvent } from './audit.ts';
import { autopayConsent, setAutopay } from './autopay.ts';
import { consents, consentText } from './consents.ts';
import { cancelEmailProof, sendEmailProof, validateEmailProof } from './email-proof.ts';
import type { Endpoint } from './endpoint.ts';
import { sendFreshCode, validateFreshCode } from './fresh-code.ts';
import { registerGiftCard } from './gift-card.ts';
import { applyForHeroDiscount } from './hero-discount.ts';
import { billingRefreshEndpoint } from './home.ts';
import {
  invoicesAll,
  invoicesDownload,
  invoicesPaymentInfo,
  invoicesPayments,
  invoicesSingle,
} from './invoices.ts';
import { logout, sendCode, validateCode, validateLink } from './login.ts';
import { loginStats } from './metrics.ts';
import { ebill } from './paperless.ts';
import { activateMethod, deactivateMethod, recurringPayments } from './payment-methods.ts';
import { makePayment, paymentReceipt, paymentReceiptPdf, payments } from './payments.ts';
import { cancelPlannedPayment, plannedPayments } from './planned-payments.ts';
import { endAllSessions, endOneSession, sessions } from './sessions.ts';

/** Every call of the API; the server must register exactly these (an architecture test compares). */
export const contract: readonly Endpoint[] = [
  sendCode,
  validateCode,
  validateLink,
  logout,
  loginStats,
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
  consents,
  consentText,
  ebill,
  accountInfo,
  sendEmailProof,
  validateEmailProof,
  cancelEmailProof,
  applyForHeroDiscount,
  registerGiftCard,
  appointmentSchedulesEndpoint,
  scheduleAppointment,
  sessions,
  endOneSession,
  endAllSessions,
  changes,
  logEvent,
];
