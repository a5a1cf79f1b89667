const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Mantine writes styles of its own into the page.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
];

/** An answer for programs is no page: nothing of it may run, load or be framed, wherever it ends up. */
const answerPolicy = [
  "default-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
];

type Headers = Readonly<Record<string, string>>;

/** Headers by what is answered: a page with what belongs to it, or data of the API. */
export interface SecurityHeaders {
  readonly page: Headers;
  readonly api: Headers;
}

/**
 * Headers of every answer that keep browsers from framing, sniffing or scripting it from elsewhere (OWASP Secure
 * Headers Project; for the API those of the OWASP REST Security Cheat Sheet). They depend on nothing but the public
 * address, so they are made once and not for every answer.
 */
export function securityHeaders(publicUrl: string): SecurityHeaders {
  const isHttps = publicUrl.startsWith('https:');
  const policy = isHttps ? [...contentSecurityPolicy, 'upgrade-insecure-requests'] : contentSecurityPolicy;
  const both = {
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  return {
    page: {
      'content-security-policy': policy.join(';'),
      // The window of an outside service must be able to answer the page that opened it.
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-dns-prefetch-control': 'off',
      'x-frame-options': 'DENY',
      'x-permitted-cross-domain-policies': 'none',
      ...both,
    },
    api: { 'content-security-policy': answerPolicy.join(';'), ...both },
  };
}
