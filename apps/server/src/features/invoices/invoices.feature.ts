import type { Feature } from '../feature.ts';
import { invoiceMails } from './invoices.email.ts';
import { registerInvoicesRoutes } from './invoices.routes.ts';

/** Bills, on pages and as PDF. */
export const invoices: Feature = {
  tags: { invoices: 'Bills, their PDFs, and the payments made to them.' },
  routes: registerInvoicesRoutes,
  mails: invoiceMails,
};
