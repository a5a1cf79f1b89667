import { BlockList, isIP } from 'node:net';
import addressparser from 'nodemailer/lib/addressparser';
import { z } from 'zod';

/** Networks that may be named in TRUST_PROXY (proxy-addr). */
const networkNames: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Protocols of web addresses in settings. */
export const webProtocols = ['http:', 'https:'] as const;

/** Returns a web address without a path, as browsers write an origin; undefined for anything else. */
export function parseOrigin(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = webProtocols.some((protocol) => protocol === url?.protocol);
  return url && isWeb && text.replace(/\/$/, '') === url.origin ? url.origin : undefined;
}

/** Whether a URL leads to this machine, so that nobody else can read the connection. */
export function isLoopbackUrl(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
  return host === 'localhost' || host.endsWith('.localhost');
}

/**
 * Whether mail to this server is encrypted for certain: smtps, or smtp with `requireTLS=true`, which sends nothing
 * without STARTTLS. Options that switch the encryption or its check off are not accepted.
 */
export function requiresTls(smtpUrl: string): boolean {
  const { protocol, searchParams } = new URL(smtpUrl);
  const isWeakened = [...searchParams.keys()].some((name) => name.startsWith('tls.') || name === 'ignoreTLS');
  return !isWeakened && (protocol === 'smtps:' || searchParams.get('requireTLS') === 'true');
}

/**
 * Parses TRUST_PROXY: `none`, or addresses, networks, and names of networks, separated by commas. Returns undefined for
 * anything else, also for a network of all addresses, which would let every client choose its own.
 */
export function parseTrustProxy(text: string): readonly string[] | undefined {
  if (text === 'none') return [];
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.every((entry) => networkNames.includes(entry) || isNetwork(entry)) ? entries : undefined;
}

function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return false;
  if (prefix === undefined) return true;
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : 0;
  return bits >= 1 && bits <= (version === 6 ? 128 : 32);
}

const emailAddress = z.email();

/** Returns a sender as it is written in a mail's From (RFC 5322, 3.4); undefined unless it is exactly one mailbox. */
export function parseSender(text: string): string | undefined {
  const [sender, ...others] = addressparser(text);
  const isMailbox = sender && 'address' in sender && emailAddress.safeParse(sender.address).success;
  return isMailbox && others.length === 0 && !/[\r\n]/.test(text) ? text : undefined;
}
