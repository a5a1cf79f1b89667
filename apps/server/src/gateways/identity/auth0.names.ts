// The protocol of Auth0's passwordless sign-in by e-mail, from its public documentation (Authentication API; Passwordless:
// Email OTP). What only real access can confirm is in the patterns below.

export const startPath = '/passwordless/start';
export const tokenPath = '/oauth/token';
export const userInfoPath = '/userinfo';
export const logoutPath = '/v2/logout';
export const keysPath = '/.well-known/jwks.json';
export const otpGrant = 'http://auth0.com/oauth/grant-type/passwordless/otp';
export const scope = 'openid profile email';

/** Chooses the language of the mail. */
export const languageHeader = 'x-request-language';
/** Whose call it is. The service believes it from a confidential client with “Trust Token Endpoint IP Header”. */
export const clientHeader = 'auth0-forwarded-for';

/** The three descriptions of `invalid_grant` differ by these words. Any other is a wrong code. */
export const expiredDescription = /expired/i;
/** A start for somebody whom the service does not know, with sign-ups disabled. */
export const signUpsDisabled = /sign[ -]?ups?\b/i;
/** Errors about the person, not about the portal. */
export const refusedPersonErrors: readonly string[] = ['access_denied', 'unauthorized'];

/** Signatures that an id_token may have. */
export const signatureAlgorithms: readonly string[] = ['RS256'];
/** How far the clocks of the service and of the portal may differ. */
export const clockToleranceSeconds = 60;
/** An id_token is checked right after it was issued. */
export const longestTokenAgeSeconds = 600;
/** Keys are fetched again after this time, and for a key that is not among them, but at most once in `keyPauseMs`. */
export const keysLifeMs = 600_000;
export const keyPauseMs = 1_000;
