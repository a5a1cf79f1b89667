/** Crockford's base32: no I, L, O, and U, which are easily misread or misheard. */
const referencePattern = /^[0-9A-HJKMNP-TV-Z]{8}$/;
const groupLength = 4;

/** Formats a payment reference for people: “7K3M-Q9TX”. */
export function formatReference(reference: string): string {
  return `${reference.slice(0, groupLength)}-${reference.slice(groupLength)}`;
}

/**
 * Returns the payment reference that a person typed, in any case, with or without hyphens and spaces; O is read as 0, I
 * and L as 1. Undefined if the text is no reference.
 */
export function parseReference(typed: string): string | undefined {
  const reference = typed.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  return referencePattern.test(reference) ? reference : undefined;
}
