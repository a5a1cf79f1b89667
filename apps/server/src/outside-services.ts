import type { Flags } from '@myaccount/contract/flags';
import { parseOrigin, parseSender, webProtocols } from './platform/address-settings.ts';
import type { SettingsReader } from './platform/settings.ts';

/** Addresses and credentials of the outside services. */
export interface OutsideServices {
  readonly mail: { readonly smtpUrl: string; readonly from: string };
  readonly transafe: { readonly url: string; readonly apiKeyId: string; readonly apiKey: string };
  readonly orbital: OrbitalSettings;
  readonly processorTimeoutMs: number;
  /** Origin of TranSafe's hosted frame. Frames are signed with the API key of `transafe`. */
  readonly transafeFrameUrl: string;
  readonly chaseForm: ChaseFormSettings;
  /** Null where the Hero Discount is off and the service is not set up. */
  readonly verifyPass: VerifyPassSettings | null;
  /** Null where visits are shown but nobody can move them. */
  readonly fieldService: FieldServiceSettings | null;
  /** Null where texts are not set up: their news goes by mail. */
  readonly twilio: TwilioSettings | null;
  /** Null where the portal mails and checks sign-in codes itself. */
  readonly auth0: Auth0Settings | null;
}

export interface OrbitalSettings {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly merchantId: string;
  readonly bin: string;
  readonly terminalId: string;
}

interface ChaseFormSettings {
  /** Origin of Chase's hosted form and of its calls. */
  readonly url: string;
  readonly secureId: string;
  readonly apiKey: string;
  /** Name of the form for cards, as the merchant set it up at Chase. */
  readonly cardForm: string;
}

export interface VerifyPassSettings {
  /** Origin of the calls and of the widget. */
  readonly url: string;
  /** Key of the calls, and the shared key of the callbacks. */
  readonly apiKey: string;
  /** Callbacks may still carry it while the key is rotated; null for none. */
  readonly previousApiKey: string | null;
  readonly widgetKey: string;
  /** Parameter of the widget's address that carries the applicant's token. */
  readonly tokenParameter: string;
  readonly reportPath: string;
  /** Time zone of the times in callbacks and reports. */
  readonly timeZone: string;
  readonly timeoutMs: number;
}

export interface FieldServiceSettings {
  /** Address in front of `/tmf-api`. */
  readonly url: string;
  /** Bearer token of the calls. */
  readonly token: string;
  /** Key in the path of the callback. */
  readonly hookKey: string;
  /** Callbacks may still carry it while the key is rotated; null for none. */
  readonly previousHookKey: string | null;
  readonly timeoutMs: number;
}

export interface TwilioSettings {
  readonly url: string;
  readonly accountSid: string;
  /** Secret of the calls, and of the signatures of callbacks. */
  readonly authToken: string;
  /** Callbacks may still be signed with it while the token is rotated; null for none. */
  readonly previousAuthToken: string | null;
  /** The number that texts come from, as E.164, or the SID of a messaging service. */
  readonly from: string;
  readonly timeoutMs: number;
}

export interface Auth0Settings {
  /** Origin of the calls. */
  readonly url: string;
  /** Who issues the id_tokens. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The passwordless connection. */
  readonly connection: string;
  readonly timeoutMs: number;
  /** Whether signing out leads over the service, which ends the browser's own session there. */
  readonly endsSessions: boolean;
}

/** Reads the settings of the outside services, on a staging address from their STAGING_ twins. */
export function readOutsideServices(read: SettingsReader, flags: Flags): OutsideServices {
  const mail = {
    smtpUrl: read.outsideUrl('SMTP_URL', ['smtp:', 'smtps:']),
    from: read.parsed(
      'MAIL_FROM',
      'one mail address, such as Provider <no-reply@provider.example>',
      parseSender,
    ),
  };
  const transafe = {
    url: read.outsideUrl('TRANSAFE_URL', webProtocols),
    apiKeyId: read.outside('TRANSAFE_API_KEY_ID', 'the id of the API key'),
    apiKey: read.outside('TRANSAFE_API_KEY', 'the API key’s secret'),
  };
  const orbital = {
    url: read.outsideUrl('ORBITAL_URL', webProtocols),
    username: read.outside('ORBITAL_USERNAME', 'the connection’s user name'),
    password: read.outside('ORBITAL_PASSWORD', 'the connection’s password'),
    merchantId: read.outside('ORBITAL_MERCHANT_ID', 'the merchant’s number'),
    bin: read.oneOf('ORBITAL_BIN', '000001', ['000001', '000002']),
    terminalId: read.optional('ORBITAL_TERMINAL_ID') ?? '001',
  };
  const chaseForm = {
    url: readOrigin(read, 'CHASE_FORM_URL'),
    secureId: read.outside('CHASE_SECURE_ID', 'the secure id of the hosted form'),
    apiKey: read.outside('CHASE_API_KEY', 'the API key of the hosted form'),
    cardForm: read.optional('CHASE_CARD_FORM') ?? 'card',
  };
  const transafeFrameUrl = readOrigin(read, 'TRANSAFE_FRAME_URL');
  const processorTimeoutMs = read.whole('PROCESSOR_TIMEOUT_MS', 10_000, 100, 120_000);
  const verifyPass = readVerifyPass(read, flags.heroDiscount);
  const auth0 = flags.customLoginFlow ? null : readAuth0(read);
  const fieldService = readFieldService(read);
  const twilio = readTwilio(read);
  const cards = { transafe, orbital, transafeFrameUrl, chaseForm };
  return { mail, ...cards, verifyPass, auth0, fieldService, twilio, processorTimeoutMs };
}

/** Without an address there are no texts. With one, everything else is needed too. */
function readTwilio(read: SettingsReader): TwilioSettings | null {
  if (!read.optional(read.outsideName('TWILIO_URL'))) return null;
  const from = 'the number of the texts such as +16145550123, or the SID of a messaging service (MG…)';
  return {
    url: readOrigin(read, 'TWILIO_URL'),
    accountSid: read.parsed(
      read.outsideName('TWILIO_ACCOUNT_SID'),
      'the SID of the account (AC and 32 hex digits)',
      matching(/^AC[0-9a-f]{32}$/),
    ),
    authToken: read.outside('TWILIO_AUTH_TOKEN', 'the auth token, which signs callbacks too'),
    previousAuthToken: read.optional(read.outsideName('TWILIO_PREVIOUS_AUTH_TOKEN')),
    from: read.parsed(
      read.outsideName('TWILIO_FROM'),
      from,
      matching(/^(?:\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/),
    ),
    // A server claims a text for a minute, in which it asks and sends.
    timeoutMs: read.whole('TWILIO_TIMEOUT_MS', 10_000, 100, 20_000),
  };
}

/** With the discount off, the service may be left out, or stay for callbacks that are still to come. */
function readVerifyPass(read: SettingsReader, isOn: boolean): VerifyPassSettings | null {
  if (!isOn && !read.optional(read.outsideName('VERIFYPASS_URL'))) return null;
  return {
    url: readOrigin(read, 'VERIFYPASS_URL'),
    apiKey: read.outside('VERIFYPASS_API_KEY', 'the API key, which callbacks carry too'),
    previousApiKey: read.optional(read.outsideName('VERIFYPASS_PREVIOUS_API_KEY')),
    widgetKey: read.parsed(
      read.outsideName('VERIFYPASS_WIDGET_KEY'),
      'the widget’s key',
      matching(/^[\w.-]{1,64}$/),
    ),
    tokenParameter: read.optional('VERIFYPASS_TOKEN_PARAMETER')
      ? read.parsed('VERIFYPASS_TOKEN_PARAMETER', 'a name such as token', matching(/^[A-Za-z_][\w-]{0,63}$/))
      : 'token',
    reportPath: read.optional('VERIFYPASS_REPORT_PATH')
      ? read.parsed('VERIFYPASS_REPORT_PATH', 'a path such as /api/v2/report', matching(/^(?:\/[\w-]+)+$/))
      : '/api/v2/report',
    timeZone: read.timeZone('VERIFYPASS_TIME_ZONE', 'UTC'),
    timeoutMs: read.whole('VERIFYPASS_TIMEOUT_MS', 10_000, 100, 120_000),
  };
}

/** 32 random hexadecimal digits have 14 different ones on average; fewer than 8 never happens. */
const fewestDifferentCharacters = 8;
const hookKeyNeeds = '32 to 128 random letters, digits, - or _ (openssl rand -hex 32)';

/** Without an address visits come from the import only. */
function readFieldService(read: SettingsReader): FieldServiceSettings | null {
  if (!read.optional(read.outsideName('FIELD_SERVICE_URL'))) return null;
  const readKey = (name: string) => read.parsed(name, hookKeyNeeds, parseHookKey);
  const previous = read.outsideName('FIELD_SERVICE_PREVIOUS_HOOK_KEY');
  return {
    url: read.outsideUrl('FIELD_SERVICE_URL', webProtocols),
    token: read.outside('FIELD_SERVICE_TOKEN', 'the bearer token of the calls'),
    hookKey: readKey(read.outsideName('FIELD_SERVICE_HOOK_KEY')),
    previousHookKey: read.optional(previous) && readKey(previous),
    timeoutMs: read.whole('FIELD_SERVICE_TIMEOUT_MS', 10_000, 100, 120_000),
  };
}

function parseHookKey(text: string): string | undefined {
  const isPattern = /^(.{1,16})\1+$/.test(text) || new Set(text).size < fewestDifferentCharacters;
  return /^[\w-]{32,128}$/.test(text) && !isPattern ? text : undefined;
}

function readAuth0(read: SettingsReader): Auth0Settings {
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
    connection: read.optional('AUTH0_CONNECTION')
      ? read.parsed('AUTH0_CONNECTION', 'a name such as email', matching(/^[\w-]{1,128}$/))
      : 'email',
    timeoutMs: read.whole('AUTH0_TIMEOUT_MS', 10_000, 100, 120_000),
    endsSessions: read.boolean('AUTH0_SIGN_OUT', false),
  };
}

function matching(pattern: RegExp): (value: string) => string | undefined {
  return (value) => (pattern.test(value) ? value : undefined);
}

/** Reads the origin of a hosted frame. The content security policy names it. */
function readOrigin(read: SettingsReader, name: string): string {
  const needs = 'an origin such as https://frame.service.example, without a path';
  return read.parsed(read.outsideName(name), needs, parseOrigin);
}
