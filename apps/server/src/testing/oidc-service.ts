import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import Provider, { errors, type JWK, type KoaContextWithOIDC } from 'oidc-provider';
import { keysPath, otpGrant, tokenPath, userInfoPath } from '../gateways/identity/auth0.names.ts';

/** Settings of the gateway for the service. */
export const oidcClient = { clientId: 'portal', clientSecret: 'secret-of-the-portal' } as const;
/** The one code that is right. */
export const rightCode = '123456';

const tokenSeconds = 600;

/** An OpenID Connect service that nobody here wrote: panva's `oidc-provider`, with the grant of passwordless sign-in. */
export interface OidcService {
  readonly url: string;
  /** Signs with a new key from now on; the keys before stay published or not. */
  rotateKeys(options: { readonly keepOld: boolean }): void;
  /** Returns the id_token for the right code of an address. */
  idTokenOf(email: string): Promise<string>;
  close(): void;
}

/** Starts the service. */
export async function startOidcService(algorithm: 'RS256' | 'ES256' = 'RS256'): Promise<OidcService> {
  let answer: ReturnType<Provider['callback']> | undefined;
  const server = createServer(async (request, response) => {
    if (request.url === tokenPath) await readAsForm(request);
    await answer?.(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let keys: JWK[] = [];
  const rotateKeys = ({ keepOld }: { readonly keepOld: boolean }) => {
    keys = [newKey(algorithm), ...(keepOld ? keys : [])];
    answer = openProvider(`${url}/`, keys, algorithm).callback();
  };
  rotateKeys({ keepOld: false });
  return {
    url,
    rotateKeys,
    idTokenOf: async (username) => {
      const { clientId, clientSecret } = oidcClient;
      const client = { client_id: clientId, client_secret: clientSecret };
      const grant = { grant_type: otpGrant, username, otp: rightCode, realm: 'email', scope: 'openid email' };
      const response = await fetch(url + tokenPath, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...client, ...grant }),
      });
      const { id_token: idToken } = (await response.json()) as { id_token?: string };
      if (idToken === undefined) throw new Error(`HTTP ${response.status} without an id_token`);
      return idToken;
    },
    close: () => void server.close(),
  };
}

function newKey(alg: 'RS256' | 'ES256'): JWK {
  const { privateKey } =
    alg === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg, use: 'sig' } as JWK;
}

/** The library takes forms only; Auth0's token call is JSON. */
async function readAsForm(request: IncomingMessage & { body?: unknown }): Promise<void> {
  request.body = await json(request);
  request.headers['content-type'] = 'application/x-www-form-urlencoded';
}

function openProvider(issuer: string, keys: JWK[], algorithm: 'RS256' | 'ES256'): Provider {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: oidcClient.clientId,
        client_secret: oidcClient.clientSecret,
        grant_types: [otpGrant],
        redirect_uris: [],
        response_types: [],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: algorithm,
      },
    ],
    jwks: { keys },
    routes: { token: tokenPath, userinfo: userInfoPath, jwks: keysPath },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    ttl: { Grant: tokenSeconds, AccessToken: tokenSeconds, IdToken: tokenSeconds },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, accountId) => ({ accountId, claims: () => claimsOf(accountId) }),
  });
  provider.registerGrantType(otpGrant, (context) => exchange(provider, context), [
    'username',
    'otp',
    'realm',
    'scope',
  ]);
  return provider;
}

function claimsOf(accountId: string) {
  const email = accountId.replace('email|', '');
  return { sub: accountId, email, email_verified: true };
}

/** Answers the passwordless grant with tokens that the library makes and signs. */
async function exchange(provider: Provider, context: KoaContextWithOIDC): Promise<void> {
  const { client, params } = context.oidc;
  if (!client || params?.otp !== rightCode)
    throw new errors.InvalidGrant('Wrong email or verification code.');
  const scope = 'openid email';
  const accountId = `email|${String(params.username)}`;
  const grant = new provider.Grant({ accountId, clientId: client.clientId });
  grant.addOIDCScope(scope);
  const grantId = await grant.save();
  const token = new provider.AccessToken({
    accountId,
    client,
    grantId,
    scope,
    gty: 'passwordless',
    claims: {},
  } as unknown as ConstructorParameters<typeof provider.AccessToken>[0]);
  context.oidc.entity('AccessToken', token);
  const accessToken = await token.save();
  const idToken = new provider.IdToken(claimsOf(accountId), { ctx: context, client });
  Object.assign(idToken, { scope });
  context.body = {
    access_token: accessToken,
    id_token: await idToken.issue({ use: 'idtoken' }),
    token_type: 'Bearer',
    expires_in: token.expiration,
    scope,
  };
}
