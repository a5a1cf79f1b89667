import { domainToUnicode } from 'node:url';
import { comparableEmail } from '@myaccount/contract/mailable-email';

/** Returns an address as people read it: an internationalized domain in its own letters. */
export function shownEmail(address: string): string {
  const end = address.lastIndexOf('@') + 1;
  const domain = address.slice(end);
  return address.slice(0, end) + (/xn--/i.test(domain) ? domainToUnicode(domain) || domain : domain);
}

/**
 * Returns the forms in which an address may be stored as a login's, at least one. The first counts before the others: as it was
 * stored before there was one comparable form, so that two logins whose addresses are one by now stay apart.
 */
export function loginForms(address: string): readonly string[] {
  const comparable = comparableEmail(address);
  return [...new Set([address.trim().toLowerCase(), comparable, shownEmail(comparable)])];
}
