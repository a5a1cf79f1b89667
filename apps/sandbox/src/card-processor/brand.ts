/** The brand of a stored method. */
export type Brand = 'VISA' | 'MC' | 'AMEX' | 'DISC' | 'DINERS' | 'JCB' | 'VISADEBIT' | 'MCDEBIT' | 'ACH';
