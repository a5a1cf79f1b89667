import type { z } from 'zod';
import { accountDetails, address, billingAccount, customerAccount, listedAccount } from './accounts.ts';
import { appointmentSchedules } from './appointments.ts';
import { change } from './audit.ts';
import { billingRefresh, openItem } from './home.ts';
import { appliedPayment, billChange, invoiceDetail, invoiceRow } from './invoices.ts';
import { paymentMethod, recurringPayment } from './payment-methods.ts';
import { madePayment, paymentRow, receipt } from './payments.ts';
import { fieldError, problem } from './problem.ts';
import { openSession } from './sessions.ts';

/** Shapes of replies that the OpenAPI document names. It spells out the others where they are used. */
export const componentSchemas: Readonly<Record<string, z.ZodType>> = {
  AccountDetails: accountDetails,
  Address: address,
  AppliedPayment: appliedPayment,
  AppointmentSchedules: appointmentSchedules,
  BillChange: billChange,
  BillingAccount: billingAccount,
  BillingRefresh: billingRefresh,
  Change: change,
  CustomerAccount: customerAccount,
  FieldError: fieldError,
  InvoiceDetail: invoiceDetail,
  InvoiceRow: invoiceRow,
  ListedAccount: listedAccount,
  MadePayment: madePayment,
  OpenItem: openItem,
  OpenSession: openSession,
  PaymentMethod: paymentMethod,
  PaymentRow: paymentRow,
  Problem: problem,
  Receipt: receipt,
  RecurringPayment: recurringPayment,
};
