import { maximumEmailLength, typedEmail } from './email-address.ts';

// What an address is once a mail goes to it. No schemas, so that the browser need not load them.

// biome-ignore lint/style/useNamingConvention: the name that browsers and Node have for it
declare const URL: new (url: string) => { readonly hostname: string };

/** Longest part before the @ of RFC 5321, in octets. */
const maximumLocalOctets = 64;

/** RFC 5322, 3.2.3, with the characters that RFC 6532 adds; not quoted. */
const atom = "(?:[\\w!#$%&'*+/=?^`{|}~-]|[^\\p{ASCII}\\p{Z}\\p{C}])+";
/** RFC 1123, 2.1. No domain for mail ends in a number: that would be an IP address. */
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const mailable = new RegExp(
  `^${atom}(?:\\.${atom})*@(?:${label}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$`,
  'u',
);

/** Parts of an address; without an @ all of it is the domain. */
function partsOf(address: string): [local: string, domain: string] {
  const end = address.lastIndexOf('@') + 1;
  return [address.slice(0, end), address.slice(end)];
}

/** Returns a domain in its ASCII form (UTS 46, as the URL standard has it); undefined if it has none. */
function asciiDomain(domain: string): string | undefined {
  // A URL would read these in its own way.
  if (/(?![\w.-])\p{ASCII}/u.test(domain)) return undefined;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return undefined;
  }
}

/**
 * Returns the one form in which addresses are compared, counted, and stored with logins: without invisible characters, the domain and
 * letters in ASCII and lower case. Other letters before the @ stay as they are: only their mail server knows which of them are one.
 */
export function comparableEmail(address: string): string {
  const [local, domain] = partsOf(typedEmail(address));
  return (
    local.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) + (asciiDomain(domain) ?? domain.toLowerCase())
  );
}

/** Returns an address as a customer's contact is stored: as it was typed, an internationalized domain in its ASCII form. */
export function storedEmail(address: string): string {
  const [local, domain] = partsOf(typedEmail(address));
  return local + ((/\P{ASCII}/u.test(domain) && asciiDomain(domain)) || domain);
}

/** Whether a mail server has to know SMTPUTF8 (RFC 6531) to take mail to an address: something else than ASCII is before the @. */
export function needsSmtpUtf8(address: string): boolean {
  return /\P{ASCII}.*@/u.test(address);
}

/** Whether mail can be sent to an address, over a server that knows SMTPUTF8 where it is needed. */
export function isMailable(address: string): boolean {
  const comparable = comparableEmail(address);
  const [local, domain] = partsOf(comparable);
  if (!mailable.test(comparable) || asciiDomain(domain) === undefined) return false;
  const localOctets = encodeURIComponent(local.slice(0, -1)).replace(/%../g, '.').length;
  return localOctets <= maximumLocalOctets && localOctets + 1 + domain.length <= maximumEmailLength;
}
