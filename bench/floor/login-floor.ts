import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { SignJWT } from 'jose';
import type pg from 'pg';

const text = `
  insert into session (token_hash, login_id, created_at, last_seen_at, expires_at, client_address, user_agent)
  values ($1, $2, now(), now(), now() + interval '8 hours', '', 'bench')`;

/** The minimum of a sign-in: one committed row and one ES256 signature. */
export function registerLoginFloor(app: FastifyInstance, pool: pg.Pool): void {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  app.post<{ Body: { loginId: string } }>('/login', async ({ body: { loginId } }) => {
    const token = randomBytes(32);
    await pool.query({ name: 'login', text, values: [token, loginId] });
    const idToken = await new SignJWT({ sub: loginId }).setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
    return { token: token.toString('base64url'), idToken };
  });
}
