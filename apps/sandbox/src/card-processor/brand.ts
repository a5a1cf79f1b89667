export const brands = ['VISA', 'MC', 'AMEX', 'DISC', 'DINERS', 'JCB', 'VISADEBIT', 'MCDEBIT', 'ACH'] as const;

/** The brand of a stored method. ACH is a bank account. */
export type Brand = (typeof brands)[number];
