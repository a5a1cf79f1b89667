/** What the calls of each feature are for, by its word. The OpenAPI document groups the calls by them. */
export const features = {
  login: 'Signing in with an e-mailed code, and signing out.',
  accounts: 'The accounts of the signed-in customer.',
  home: 'The dashboard.',
  invoices: 'Bills, their PDFs, and the payments made to them.',
  payments: 'Paying, the payment history, and receipts.',
  'account-info': 'Contact, PIN, billing address and notification preference.',
  paperless: 'Bills by e-mail or on paper.',
  'payment-methods': 'Saved cards and bank accounts.',
  autopay: 'Automatic charges on the due date.',
  audit: 'Events that a page reports.',
} as const;

export type Feature = keyof typeof features;
