/** The modes of the billing system's answers, and what is wrong with them. */
export const answerFaults = {
  'other-account': 'answers for another account (Gotransverse, as all that follow)',
  'half-list': 'leaves the last record out of a list that counts it',
  cut: 'cuts the body in the middle',
  'no-field': 'leaves the chosen field out',
  'renamed-field': 'has the chosen field under another name',
  repeats: 'has a record twice, across pages if there are more',
  'three-decimals': 'has amounts with three decimals',
  'other-currency': 'has another currency',
  'other-midnight': 'writes midnight in the other way',
};

const amounts = new Set([
  'amount',
  'balance',
  'price',
  'unit_amount',
  'total_amount',
  'pending_charges_total',
]);

export function isAnswerFault(mode: string): boolean {
  return Object.hasOwn(answerFaults, mode);
}

/** Returns a record with what is wrong in a mode. `other` is a record of the same kind that belongs to another account. */
export function withFault<Record extends object>(
  record: Record,
  mode: string,
  field = '',
  other?: Record,
): Record {
  const owner = other && 'billing_account' in other ? other.billing_account : undefined;
  if (mode === 'other-account' && other && !owner) return other;
  const text = JSON.stringify(record);
  if (mode === 'renamed-field') return JSON.parse(text.replaceAll(`"${field}":`, `"${field}_2":`));
  return JSON.parse(text, (name, value) => {
    if (mode === 'no-field' && name === field) return undefined;
    if (mode === 'three-decimals' && amounts.has(name)) return Number((value + 0.005).toFixed(3));
    if (mode === 'other-currency' && name === 'currency_code') return 'CAD';
    return mode === 'other-account' && name === 'billing_account' ? (owner ?? value) : value;
  });
}
