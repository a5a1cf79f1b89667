import { domainToUnicode } from 'node:url';
import { comparableEmail } from '@myaccount/contract/mailable-email';

/** Returns an address as people read it: an internationalized domain in its own letters. */
export function shownEmail(address: string): string {
  const end = address.lastIndexOf('@') + 1;
  const domain = address.slice(end);
  return address.slice(0, end) + (/xn--/i.test(domain) ? domainToUnicode(domain) || domain : domain);
}

/** Returns the forms in which a login may have an address, the oldest first: it counts first, so that two logins of one stay apart. */
export function loginForms(address: string): readonly string[] {
  const comparable = comparableEmail(address);
  return [...new Set([address.trim().toLowerCase(), comparable, shownEmail(comparable)])];
}
