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
  consents: 'The texts that the customer agreed to.',
  'hero-discount': 'The discount for teachers, military, veterans, and first responders.',
  'gift-card': 'Registering for a gift card.',
  appointments: 'The visit of a technician, by the link in a message.',
  sessions: 'The open sessions of a sign-in.',
  metrics: 'Counts of sign-ins, payments, and hosted forms.',
  audit: 'The history of changes, and events that a page reports.',
} as const;

export type Feature = keyof typeof features;
