import type { Brand } from '../card-processor/brand.ts';
import { maskedNumber, type StoredMethod } from '../card-processor/stored-method.ts';
import type { FieldProblem } from '../hosted/entry.rules.ts';

/** Documented: the error codes of the form, by field and reason. */
const codes: Readonly<
  Partial<Record<FieldProblem['field'], Partial<Record<FieldProblem['reason'], string>>>>
> = {
  cardholdername: { missing: '200', invalid: '250' },
  account: { missing: '310', invalid: '315', unsupported: '320' },
  expmonth: { missing: '330', invalid: '330', expired: '370' },
  expyear: { missing: '340', invalid: '340' },
  cv: { missing: '355', invalid: '350' },
};

/** Documented: declined, and a failure of the system. */
export const declinedCode = '360';
export const systemCode = '400';

/** The error codes of what was typed. */
export function errorCodes(problems: readonly FieldProblem[]): string[] {
  return problems.map(({ field, reason }) => codes[field]?.[reason] ?? systemCode);
}

/** The brands as the form names them. */
const brandNames: Readonly<Record<Exclude<Brand, 'ACH'>, string>> = {
  VISA: 'Visa',
  VISADEBIT: 'Visa',
  MC: 'MasterCard',
  MCDEBIT: 'MasterCard',
  AMEX: 'American Express',
  DISC: 'Discover',
  DINERS: 'Diners Club',
  JCB: 'JCB',
};

/** The card details that a query returns. */
export function describeCard(method: StoredMethod): Record<string, string> {
  return {
    token_id: method.token,
    mpan: maskedNumber(method),
    card_brand: brandNames[method.brand as Exclude<Brand, 'ACH'>],
    exp_month: method.expiry.slice(0, 2),
    exp_year: `20${method.expiry.slice(2)}`,
  };
}
