import { createHmac } from 'node:crypto';
import type { Credentials } from '../credentials.ts';
import type { HostedForm } from '../hosted/hosted.page.ts';
import { sameSecret } from '../same-secret.ts';

/**
 * The fields that are signed, in this order: their values are joined without a separator, and an absent one adds
 * nothing. Documented. Not public: the name and place of `include-ach`, which asks for a bank account.
 */
const signedFields = [
  'timestamp',
  'domain',
  'sequence',
  'auth_apikey_id',
  'css-url',
  'include-cardholdername',
  'include-street',
  'include-zip',
  'expdate-format',
  'cardholdername-format',
  'auto-reload',
  'autocomplete',
  'include-submit-button',
  'include-ach',
] as const;

type SignedField = (typeof signedFields)[number];
type FrameFields = Readonly<Partial<Record<SignedField, string>>>;

/** What a valid request asks for. */
export interface FrameRequest
  extends Pick<
    HostedForm,
    'kind' | 'parentOrigin' | 'styleUrl' | 'questions' | 'hasAutocomplete' | 'hasSubmitButton'
  > {
  readonly sequence: string;
}

/** Why a frame is refused, in words for the operator who set it up. */
export type FrameRefusal =
  | 'field-missing'
  | 'field-unknown'
  | 'field-invalid'
  | 'key-unknown'
  | 'signature-wrong'
  | 'domain-mismatch'
  | 'timestamp-old'
  | 'style-sheet-elsewhere';

const signatureField = 'hmac-hmacsha256';
const prefix = 'hmac-';
/** Inferred: as long as the frame lives. */
const timestampToleranceMs = 900_000;
const requiredFields = ['timestamp', 'domain', 'sequence', 'auth_apikey_id'] as const;
const fieldPatterns: Readonly<Partial<Record<SignedField, RegExp>>> = {
  timestamp: /^\d{9,11}$/,
  sequence: /^[\x21-\x7e]{1,128}$/,
  // Of the documented frame the sandbox shows what the portal asks for.
  'include-street': /^no$/,
  'include-zip': /^no$/,
  'expdate-format': /^single-text$/,
  'auto-reload': /^yes$/,
};
const yesOrNo = /^(?:yes|no)$/;
const freeFields: readonly SignedField[] = ['domain', 'auth_apikey_id', 'css-url', 'cardholdername-format'];

/** The signature of the fields, in hexadecimal digits. */
export function signFrame(fields: FrameFields, apiKey: string): string {
  const text = signedFields.map((name) => fields[name] ?? '').join('');
  return createHmac('sha256', apiKey).update(text).digest('hex');
}

/** Returns what the hidden inputs ask for, or why they are refused. `from` is the origin of the page that sent them. */
export function readFrameRequest(
  inputs: Readonly<Record<string, unknown>>,
  from: string | undefined,
  credentials: Credentials,
  now: Date,
): FrameRequest | FrameRefusal {
  const { [signatureField]: signature, ...rest } = inputs;
  const fields = readFields(rest);
  if (typeof fields === 'string') return fields;
  if (typeof signature !== 'string') return 'field-missing';
  if (!sameSecret(fields.auth_apikey_id ?? '', credentials.TRANSAFE_API_KEY_ID)) return 'key-unknown';
  const expected = signFrame(fields, credentials.TRANSAFE_API_KEY);
  if (!sameSecret(signature.toLowerCase(), expected)) return 'signature-wrong';
  const parentOrigin = originOf(fields.domain);
  if (!parentOrigin || parentOrigin !== originOf(from)) return 'domain-mismatch';
  if (Math.abs(Number(fields.timestamp) * 1000 - now.getTime()) > timestampToleranceMs)
    return 'timestamp-old';
  const styleUrl = fields['css-url'];
  if (styleUrl && originOf(styleUrl) !== parentOrigin) return 'style-sheet-elsewhere';
  return { ...describe(fields), parentOrigin, styleUrl, sequence: fields.sequence ?? '' };
}

function readFields(inputs: Readonly<Record<string, unknown>>): FrameFields | FrameRefusal {
  const fields: Partial<Record<SignedField, string>> = {};
  for (const [input, value] of Object.entries(inputs)) {
    if (!input.startsWith(prefix)) continue;
    const name = signedFields.find((known) => known === input.slice(prefix.length));
    if (!name) return 'field-unknown';
    if (typeof value !== 'string') return 'field-invalid';
    const pattern = fieldPatterns[name] ?? (freeFields.includes(name) ? /./ : yesOrNo);
    if (value && !pattern.test(value)) return 'field-invalid';
    fields[name] = value;
  }
  return requiredFields.some((name) => !fields[name]) ? 'field-missing' : fields;
}

function describe(fields: FrameFields) {
  return {
    kind: fields['include-ach'] === 'yes' ? ('bank' as const) : ('card' as const),
    questions: {
      hasHolderName: fields['include-cardholdername'] === 'yes',
      expiryFields: 'one' as const,
    },
    hasAutocomplete: fields.autocomplete !== 'no',
    hasSubmitButton: fields['include-submit-button'] !== 'no',
  };
}

/** The origin of an address of the web; undefined for anything else. */
function originOf(address: string | undefined): string | undefined {
  if (!address || !URL.canParse(address)) return undefined;
  const { protocol, origin } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined;
}
