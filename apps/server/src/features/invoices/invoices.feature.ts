import type { Feature } from '../feature.ts';
import { invoiceMails } from './invoices.email.ts';
import { registerInvoicesRoutes } from './invoices.routes.ts';

/** Bills, on pages and as PDF. */
export const invoices: Feature = { routes: registerInvoicesRoutes, mails: invoiceMails };
