import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '@myaccount/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Credentials } from '../credentials.ts';
import { type IdentityFaultTag, identityFaultOf } from './identity-faults.ts';
import type { Signature, SigningKeys } from './signing-keys.ts';

const tokenSeconds = 86_400;
const hourSeconds = 3_600;
const scopes = ['openid', 'profile', 'email'];

const signatures: Partial<Record<IdentityFaultTag, Signature>> = {
  'auth0-signature': 'other-key',
  'auth0-none': 'none',
  'auth0-hmac': 'hmac',
};

export interface TokenContext {
  readonly signingKeys: SigningKeys;
  readonly clock: Clock;
  readonly credentials: Credentials;
  readonly portalUrl: string;
}

interface AccessToken {
  readonly email: string;
  /** The scopes that were asked for. */
  readonly scope: string;
  readonly expiresAt: number;
}

/** Tokens, user-info, keys, discovery, and logout. Access tokens are in memory only. */
export function registerTokens(
  app: FastifyInstance,
  { signingKeys, clock, credentials, portalUrl }: TokenContext,
) {
  const accessTokens = new Map<string, AccessToken>();
  const seconds = () => Math.floor(clock.now().getTime() / 1_000);

  app.get('/.well-known/jwks.json', async () => signingKeys.keySet());

  app.get('/.well-known/openid-configuration', async (request) => {
    const issuer = issuerOf(request);
    return {
      issuer,
      token_endpoint: `${issuer}oauth/token`,
      userinfo_endpoint: `${issuer}userinfo`,
      jwks_uri: `${issuer}.well-known/jwks.json`,
      end_session_endpoint: `${issuer}v2/logout`,
      scopes_supported: scopes,
      id_token_signing_alg_values_supported: ['RS256'],
    };
  });

  app.get('/userinfo', async (request, reply) => {
    const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const token = accessTokens.get(bearer);
    if (!token || token.expiresAt <= seconds()) return reply.code(401).send({ error: 'invalid_token' });
    const fault = identityFaultOf(token.email);
    if (fault === 'auth0-userinfo') return reply.code(503).send({ error: 'temporarily_unavailable' });
    const user = userOf(token, fault);
    return fault === 'auth0-subject' ? { ...user, sub: subjectOf('somebody@else.example') } : user;
  });

  app.get('/v2/logout', async (request, reply) => {
    const { client_id: clientId, returnTo } = request.query as Record<string, unknown>;
    const target = URL.canParse(String(returnTo)) ? new URL(String(returnTo)) : undefined;
    // The only origin to which signing out leads.
    const isAllowed =
      clientId === credentials.AUTH0_CLIENT_ID && target?.origin === new URL(portalUrl).origin;
    if (!isAllowed) return reply.code(400).send({ error: 'returnTo is not allowed' });
    return reply.redirect(target.href, 302);
  });

  return {
    /** The answer to a right code. */
    issue(request: FastifyRequest, email: string, scope: string) {
      const fault = identityFaultOf(email);
      const accessToken = randomBytes(24).toString('base64url');
      accessTokens.set(accessToken, { email, scope, expiresAt: seconds() + tokenSeconds });
      const claims = claimsOf(fault, {
        ...userOf({ email, scope }, fault),
        iss: issuerOf(request),
        aud: credentials.AUTH0_CLIENT_ID,
        iat: seconds(),
        exp: seconds() + tokenSeconds,
      });
      const idToken = signingKeys.sign(claims, (fault && signatures[fault]) ?? 'right');
      const tokens = { access_token: accessToken, scope, expires_in: tokenSeconds, token_type: 'Bearer' };
      const hasIdToken = fault !== 'auth0-no-tokens' && scope.includes('openid');
      return hasIdToken ? { ...tokens, id_token: idToken } : tokens;
    },
  };
}

function issuerOf({ host }: FastifyRequest): string {
  return `http://${host}/`;
}

interface TokenClaims {
  readonly iss: string;
  readonly aud: string;
  readonly iat: number;
  readonly exp: number;
}

function claimsOf(fault: IdentityFaultTag | undefined, claims: TokenClaims): object {
  switch (fault) {
    case 'auth0-audience':
      return { ...claims, aud: 'another-client' };
    case 'auth0-audiences':
      return { ...claims, aud: [claims.aud, 'another-client'], azp: 'another-client' };
    case 'auth0-issuer':
      return { ...claims, iss: 'https://another.example/' };
    case 'auth0-nonce':
      return { ...claims, nonce: 'not-sent' };
    case 'auth0-expired':
      return { ...claims, exp: claims.iat - hourSeconds };
    case 'auth0-old':
      return { ...claims, iat: claims.iat - hourSeconds };
    default:
      return claims;
  }
}

/** Documented: what it says of a user depends on the scopes. */
function userOf({ email, scope }: Pick<AccessToken, 'email' | 'scope'>, fault: IdentityFaultTag | undefined) {
  const [nickname = ''] = email.split('@');
  const named = fault === 'auth0-other' ? `other-${email}` : email;
  return {
    sub: subjectOf(email),
    ...(scope.includes('profile') && { name: named, nickname }),
    ...(scope.includes('email') && { email: named, email_verified: fault !== 'auth0-unverified' }),
  };
}

/** The service's name of the user with this address. */
function subjectOf(email: string): string {
  return `email|${createHash('sha256').update(email).digest('hex').slice(0, 24)}`;
}
