/** Every path of the portal, below its base; pages link by these names. */
export const paths = {
  home: '/',
  login: '/login',
  loginLink: '/login/link',
  billing: '/billing',
  billingRefresh: '/billing/refresh',
  invoice: '/billing/invoices/$invoiceId',
  managePaymentMethods: '/billing/manage-payment-methods',
  makePayment: '/billing/make-payment',
  paymentSuccess: '/billing/payment-success',
  payments: '/payments',
  giftCard: '/gift-card',
  profile: '/profile',
  settings: '/settings',
  visit: '/schedule/$',
  visitSuccess: '/schedule/success',
  metrics: '/metrics',
  paymentReceipt: '/payments/receipts/$paymentId',
} as const;

export type PathName = keyof typeof paths;
