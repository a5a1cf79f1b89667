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

/** Reads the settings of the outside services, on a staging address from their STAGING_ twins. */
export function readOutsideServices(read: SettingsReader, { heroDiscount }: Flags): OutsideServices {
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
  const verifyPass = readVerifyPass(read, heroDiscount);
  return { mail, transafe, orbital, transafeFrameUrl, chaseForm, verifyPass, processorTimeoutMs };
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

function matching(pattern: RegExp): (value: string) => string | undefined {
  return (value) => (pattern.test(value) ? value : undefined);
}

/** Reads the origin of a hosted frame. The content security policy names it. */
function readOrigin(read: SettingsReader, name: string): string {
  const needs = 'an origin such as https://frame.service.example, without a path';
  return read.parsed(read.outsideName(name), needs, parseOrigin);
}
