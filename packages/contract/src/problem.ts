import { z } from 'zod';

/** Every stable code of a refusal, with its HTTP status (RFC 9457). */
export const problemStatus = {
  'request.invalid': 400,
  'request.unauthorized': 401,
  'request.not-found': 404,
  'request.method-not-allowed': 405,
  'request.repeated': 409,
  'request.too-large': 413,
  'request.unsupported-media-type': 415,
  'request.timeout': 408,
  'request.too-many': 429,
  'request.headers-too-large': 431,
  'server.error': 500,
  'server.unavailable': 503,
  'account.unavailable': 503,
  'fresh-code-needed': 403,
  'security-hold': 403,
  'login.unknown-email': 400,
  'login.invalid-code': 400,
  'login.expired-code': 400,
  'login.invalid-link': 400,
  'login.mail-unavailable': 503,
  'login.too-many-codes': 429,
  'login.too-many-tries': 429,
  'account-info.primary-only': 403,
  'account-info.stale': 409,
  'account-info.nothing-waiting': 409,
  'invoices.no-pdf': 409,
  'invoices.pdf-unavailable': 503,
  'invoices.too-many-pdfs': 429,
  'payment-methods.sequence-used': 409,
  'payment-methods.in-progress': 409,
  'payment-methods.not-complete': 409,
  'payment-methods.capture-expired': 409,
  'payment-methods.not-taken': 400,
  'payment-methods.not-verified': 402,
  'payment-methods.service-unavailable': 503,
  'payment-methods.removed': 409,
  'payment-methods.expired': 409,
  'payment-methods.is-default': 409,
  'payment-methods.used-by-autopay': 409,
  'payment-methods.used-by-planned': 409,
  'payments.declined': 402,
  'payments.method-not-usable': 400,
  'payments.amount-too-large': 400,
  'payments.nothing-due': 400,
  'payments.balance-changed': 409,
  'payments.in-progress': 409,
  'payments.key-reused': 409,
  'payments.cancelled': 409,
  'payments.already-charged': 409,
  'payments.not-changeable': 409,
  'payments.processor-unavailable': 503,
} as const;

export type ProblemCode = keyof typeof problemStatus;

const problemCodes = Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]];

/** Codes that calls can answer with whatever they do. */
export const commonProblems = {
  always: [
    'request.invalid',
    'request.timeout',
    'request.headers-too-large',
    'server.error',
    'server.unavailable',
    'account.unavailable',
  ],
  signedIn: ['request.unauthorized'],
  /** Calls whose method has a body. */
  withBody: ['request.too-large', 'request.unsupported-media-type'],
} as const satisfies Record<string, readonly ProblemCode[]>;

/** Why a single field was refused; the web turns each into words. */
export const fieldCodes = [
  'required',
  'invalid',
  'too-long',
  'too-short',
  'too-small',
  'too-large',
  'unknown',
  'decimals',
  'characters',
  'unexpected',
] as const;
export type FieldCode = (typeof fieldCodes)[number];

export const fieldError = z.object({ field: z.string(), code: z.string() });
export type FieldError = z.infer<typeof fieldError>;

/** Body of every refusal, `application/problem+json`. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.enum(problemCodes),
  detail: z.string().optional(),
  errors: z.array(fieldError).optional(),
  correlationId: z.string(),
  /** The payment reference of a payment that was stored and refused. */
  reference: z.string().optional(),
});
export type Problem = z.infer<typeof problem>;
