import { readFileSync } from 'node:fs';
import type { Flags } from '@myaccount/contract/flags';
import { chargeTypes } from '@myaccount/contract/invoices';
import { z } from 'zod';
import { parseOrigin, parseSender, webProtocols } from '../platform/address-settings.ts';
import type { FrameOrigins } from '../platform/http/security-headers.ts';
import type { SettingsReader } from '../platform/settings.ts';

/** Addresses and credentials of the outside services. */
export type GatewaySettings = Readonly<ReturnType<typeof readGatewaySettings>>;
export type TransafeSettings = GatewaySettings['transafe'];
export type OrbitalSettings = GatewaySettings['orbital'];
export type ChaseFormSettings = GatewaySettings['chaseForm'];
export type VerifyPassSettings = NonNullable<GatewaySettings['verifyPass']>;
export type FieldServiceSettings = NonNullable<GatewaySettings['fieldService']>;
export type TwilioSettings = NonNullable<GatewaySettings['twilio']>;
export type BillingSettings = NonNullable<GatewaySettings['billing']>;
export type Auth0Settings = NonNullable<GatewaySettings['auth0']>;

declare module '../platform/platform-settings.ts' {
  interface Config extends GatewaySettings {}
}

/** Reads the settings of the outside services, on a staging address from their STAGING_ twins. */
export function readGatewaySettings(read: SettingsReader, flags: Flags) {
  const mail = {
    smtpUrl: read.outsideUrl('SMTP_URL', ['smtp:', 'smtps:']),
    from: read.parsed(
      'MAIL_FROM',
      'one mail address, such as Provider <no-reply@provider.example>',
      parseSender,
    ),
    /** Whether mail goes to addresses with other letters than ASCII before the @ (RFC 6531). */
    smtpUtf8: read.boolean('MAIL_SMTPUTF8', false),
  };
  const processorTimeoutMs = read.whole('PROCESSOR_TIMEOUT_MS', 10_000, 100, 120_000);
  const transafe = {
    url: read.outsideUrl('TRANSAFE_URL', webProtocols),
    apiKeyId: read.outside('TRANSAFE_API_KEY_ID', 'the id of the API key'),
    apiKey: read.outside('TRANSAFE_API_KEY', 'the API key’s secret'),
    timeoutMs: processorTimeoutMs,
  };
  const orbital = {
    url: read.outsideUrl('ORBITAL_URL', webProtocols),
    username: read.outside('ORBITAL_USERNAME', 'the connection’s user name'),
    password: read.outside('ORBITAL_PASSWORD', 'the connection’s password'),
    merchantId: read.outside('ORBITAL_MERCHANT_ID', 'the merchant’s number'),
    bin: read.oneOf('ORBITAL_BIN', '000001', ['000001', '000002']),
    terminalId: read.optional('ORBITAL_TERMINAL_ID') ?? '001',
    /** Whether a card is verified, for nothing, before it is saved. */
    verifiesCards: read.boolean('ORBITAL_VERIFIES_CARDS', true),
    timeoutMs: processorTimeoutMs,
  };
  const chaseForm = {
    url: readOrigin(read, 'CHASE_FORM_URL'),
    secureId: read.outside('CHASE_SECURE_ID', 'the secure id of the hosted form'),
    apiKey: read.outside('CHASE_API_KEY', 'the API key of the hosted form'),
    /** Name of the form for cards, as the merchant set it up at Chase. */
    cardForm: read.optional('CHASE_CARD_FORM') ?? 'card',
    timeoutMs: processorTimeoutMs,
  };
  // Frames are signed with the API key of `transafe`.
  const transafeFrameUrl = readOrigin(read, 'TRANSAFE_FRAME_URL');
  const verifyPass = readVerifyPass(read, flags.heroDiscount);
  // Null where the portal mails and checks sign-in codes itself.
  const auth0 = flags.customLoginFlow ? null : readAuth0(read);
  const fieldService = readFieldService(read);
  const twilio = readTwilio(read);
  const billing = readBilling(read);
  /** TranSafe's frame is opened by a posted form, Chase's by its address. */
  const frames: FrameOrigins = {
    framed: [...new Set([transafeFrameUrl, chaseForm.url])],
    posted: [transafeFrameUrl],
  };
  const cards = { transafe, orbital, transafeFrameUrl, chaseForm, frames };
  return { mail, ...cards, verifyPass, auth0, fieldService, twilio, billing, processorTimeoutMs };
}

/** Without an address there are no texts. With one, everything else is needed too. */
function readTwilio(read: SettingsReader) {
  if (!read.optional(read.outsideName('TWILIO_URL'))) return null;
  const fromNeeds = 'the number of the texts such as +16145550123, or the SID of a messaging service (MG…)';
  return {
    url: readOrigin(read, 'TWILIO_URL'),
    accountSid: read.matching(
      read.outsideName('TWILIO_ACCOUNT_SID'),
      'the SID of the account (AC and 32 hex digits)',
      /^AC[0-9a-f]{32}$/,
    ),
    authToken: read.outside('TWILIO_AUTH_TOKEN', 'the auth token, which signs callbacks too'),
    /** Callbacks may still be signed with it while the token is rotated; null for none. */
    previousAuthToken: read.optional(read.outsideName('TWILIO_PREVIOUS_AUTH_TOKEN')),
    from: read.matching(read.outsideName('TWILIO_FROM'), fromNeeds, /^(?:\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/),
    // A server claims a text for a minute, in which it asks and sends.
    timeoutMs: read.whole('TWILIO_TIMEOUT_MS', 10_000, 100, 20_000),
  };
}

/** With the discount off, the service may be left out, or stay for callbacks that are still to come. */
function readVerifyPass(read: SettingsReader, isOn: boolean) {
  if (!isOn && !read.optional(read.outsideName('VERIFYPASS_URL'))) return null;
  return {
    url: readOrigin(read, 'VERIFYPASS_URL'),
    apiKey: read.outside('VERIFYPASS_API_KEY', 'the API key, which callbacks carry too'),
    /** Callbacks may still carry it while the key is rotated; null for none. */
    previousApiKey: read.optional(read.outsideName('VERIFYPASS_PREVIOUS_API_KEY')),
    widgetKey: read.matching(read.outsideName('VERIFYPASS_WIDGET_KEY'), 'the widget’s key', /^[\w.-]{1,64}$/),
    /** Parameter of the widget's address that carries the applicant's token. */
    tokenParameter: read.matching(
      'VERIFYPASS_TOKEN_PARAMETER',
      'a name such as token',
      /^[A-Za-z_][\w-]{0,63}$/,
      'token',
    ),
    reportPath: read.matching(
      'VERIFYPASS_REPORT_PATH',
      'a path such as /api/v2/report',
      /^(?:\/[\w-]+)+$/,
      '/api/v2/report',
    ),
    /** Time zone of the times in callbacks and reports. */
    timeZone: read.timeZone('VERIFYPASS_TIME_ZONE', 'UTC'),
    timeoutMs: read.whole('VERIFYPASS_TIMEOUT_MS', 10_000, 100, 120_000),
  };
}

/** 32 random hexadecimal digits have 14 different ones on average; fewer than 8 never happens. */
const fewestDifferentCharacters = 8;
const hookKeyNeeds = '32 to 128 random letters, digits, - or _ (openssl rand -hex 32)';

/** Without an address visits come from the import only. */
function readFieldService(read: SettingsReader) {
  if (!read.optional(read.outsideName('FIELD_SERVICE_URL'))) return null;
  const readKey = (name: string) => read.parsed(name, hookKeyNeeds, parseHookKey);
  const previous = read.outsideName('FIELD_SERVICE_PREVIOUS_HOOK_KEY');
  return {
    url: read.outsideUrl('FIELD_SERVICE_URL', webProtocols),
    token: read.outside('FIELD_SERVICE_TOKEN', 'the bearer token of the calls'),
    hookKey: readKey(read.outsideName('FIELD_SERVICE_HOOK_KEY')),
    /** Callbacks may still carry it while the key is rotated; null for none. */
    previousHookKey: read.optional(previous) && readKey(previous),
    timeoutMs: read.whole('FIELD_SERVICE_TIMEOUT_MS', 10_000, 100, 120_000),
  };
}

/** With `files` all records come from the import. */
function readBilling(read: SettingsReader) {
  if (read.oneOf('BILLING_SYSTEM', 'files', ['files', 'gtv']) === 'files') return null;
  const readKey = (name: string) => read.parsed(name, hookKeyNeeds, parseHookKey);
  const previous = read.outsideName('GTV_PREVIOUS_HOOK_KEY');
  return {
    url: read.outsideUrl('GTV_URL', webProtocols),
    apiKey: read.outside('GTV_API_KEY', 'the API key of a user who may read'),
    /** Notifications carry it. */
    hookKey: readKey(read.outsideName('GTV_HOOK_KEY')),
    /** Notifications may still carry it while the key is rotated; null for none. */
    previousHookKey: read.optional(previous) && readKey(previous),
    /** What the charges of each product are. */
    chargeTypes: read.optional('BILLING_PRODUCTS_FILE')
      ? read.parsed('BILLING_PRODUCTS_FILE', productsNeeds, (path) =>
          z.record(z.string(), z.enum(chargeTypes)).parse(JSON.parse(readFileSync(path, 'utf8'))),
        )
      : {},
    /** All servers' together; 0 for no limit. */
    callsPerSecond: read.whole('BILLING_CALLS_PER_SECOND', 5, 0, 1_000),
    /** Age at which the data of a customer who opens the portal is read again. */
    freshSeconds: read.whole('BILLING_FRESH_SECONDS', 60, 5, 86_400),
    awayMinutes: read.whole('BILLING_AWAY_MINUTES', 10, 1, 1_440),
    /** Whether the portal mails about new bills, or the billing system does. */
    mailsBills: read.oneOf('BILLING_MAILS_BILLS', 'portal', ['portal', 'billing']) === 'portal',
    timeoutMs: read.whole('GTV_TIMEOUT_MS', 10_000, 100, 120_000),
  };
}

const productsNeeds = `the path of a JSON file with the charge type of each product: one of ${chargeTypes.join(', ')}`;

function parseHookKey(text: string): string | undefined {
  const isPattern = /^(.{1,16})\1+$/.test(text) || new Set(text).size < fewestDifferentCharacters;
  return /^[\w-]{32,128}$/.test(text) && !isPattern ? text : undefined;
}

function readAuth0(read: SettingsReader) {
  const url = readOrigin(read, 'AUTH0_URL');
  const issuer = read.outsideName('AUTH0_ISSUER');
  return {
    url,
    issuer: read.optional(issuer)
      ? read.parsed(issuer, 'an address such as https://sign-in.provider.example/', (text) =>
          URL.canParse(text) ? text : undefined,
        )
      : `${url}/`,
    clientId: read.outside('AUTH0_CLIENT_ID', 'the id of the portal’s application at the identity service'),
    clientSecret: read.outside('AUTH0_CLIENT_SECRET', 'the secret of that application'),
    connection: read.matching('AUTH0_CONNECTION', 'a name such as email', /^[\w-]{1,128}$/, 'email'),
    timeoutMs: read.whole('AUTH0_TIMEOUT_MS', 10_000, 100, 120_000),
    /** Whether signing out leads over the service, which ends the browser's own session there. */
    endsSessions: read.boolean('AUTH0_SIGN_OUT', false),
  };
}

/** Reads the origin of a hosted frame. The content security policy names it. */
function readOrigin(read: SettingsReader, name: string): string {
  const needs = 'an origin such as https://frame.service.example, without a path';
  return read.parsed(read.outsideName(name), needs, parseOrigin);
}
