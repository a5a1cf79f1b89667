const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
];

/** Origins of the outside services' frames in our pages. No other origin may be framed, and no script of theirs runs. */
export interface FrameOrigins {
  /** Shown in a frame. */
  readonly framed: readonly string[];
  /** Opened by a form that the page posts into its frame. */
  readonly posted: readonly string[];
}

/** Policy for API responses, which are not pages: they must not run, load or be framed anywhere. */
const apiPolicy = ["default-src 'none'", "form-action 'none'", "frame-ancestors 'none'", "base-uri 'none'"];

/**
 * Returns the headers of pages and their assets, and of API responses, that keep browsers from framing, sniffing or
 * scripting a response (OWASP Secure Headers Project; for the API, OWASP REST Security Cheat Sheet). They depend only on
 * settings, so build them once.
 */
export function securityHeaders(publicUrl: string, frames: FrameOrigins) {
  const isHttps = publicUrl.startsWith('https:');
  const policy = [
    ...contentSecurityPolicy,
    ['frame-src', ...frames.framed].join(' '),
    ['form-action', "'self'", ...frames.posted].join(' '),
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ];
  const both = {
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  return {
    page: {
      'content-security-policy': policy.join(';'),
      // The window of an outside service must be able to message the page that opened it.
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-dns-prefetch-control': 'off',
      'x-frame-options': 'DENY',
      'x-permitted-cross-domain-policies': 'none',
      ...both,
    },
    api: { 'content-security-policy': apiPolicy.join(';'), ...both },
  };
}
