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

/**
 * Headers of every answer that keep browsers from framing, sniffing or scripting it from elsewhere (OWASP Secure
 * Headers Project). They depend on nothing but the public address, so they are made once and not for every answer.
 */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  const isHttps = publicUrl.startsWith('https:');
  const policy = isHttps ? [...contentSecurityPolicy, 'upgrade-insecure-requests'] : contentSecurityPolicy;
  return {
    'content-security-policy': policy.join(';'),
    // The window of an outside service must be able to answer the page that opened it.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
