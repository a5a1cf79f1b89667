/** What a customer may consent to; each consent is kept with the text that the customer read. */
export const consentKinds = ['autopay', 'bank-debit', 'paperless', 'texts'] as const;
export type ConsentKind = (typeof consentKinds)[number];
