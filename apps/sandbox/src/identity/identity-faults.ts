import { type TagFault, tagOf } from '../tag-fault.ts';

/** Faults of the identity service. */
export const identityFaults = [
  { tag: 'auth0-unknown', meaning: 'No code: sign-ups are disabled and nobody has this address (400).' },
  { tag: 'auth0-busy', meaning: 'No code and no token: too many requests (429), for 90 seconds.' },
  { tag: 'auth0-blocked', meaning: 'The right code is refused: the user is blocked (403).' },
  { tag: 'auth0-garbled', meaning: 'The answer to the right code is no JSON.' },
  { tag: 'auth0-no-tokens', meaning: 'The answer to the right code has no id_token.' },
  { tag: 'auth0-other', meaning: 'Tokens and user-info are about another address.' },
  { tag: 'auth0-unverified', meaning: 'The address is not verified.' },
  { tag: 'auth0-audience', meaning: 'The id_token is for another client.' },
  { tag: 'auth0-audiences', meaning: 'The id_token is for this client and another one.' },
  { tag: 'auth0-issuer', meaning: 'The id_token is another issuer’s.' },
  { tag: 'auth0-nonce', meaning: 'The id_token has a nonce that nobody sent.' },
  {
    tag: 'auth0-signature',
    meaning: 'The id_token is signed with a key that is not published, under the name of one that is.',
  },
  { tag: 'auth0-none', meaning: 'The id_token is not signed (alg none).' },
  { tag: 'auth0-hmac', meaning: 'The id_token is signed with the public key as a shared secret (HS256).' },
  { tag: 'auth0-expired', meaning: 'The id_token expired an hour ago.' },
  { tag: 'auth0-old', meaning: 'The id_token was issued an hour ago and is still valid.' },
  { tag: 'auth0-subject', meaning: 'The user-info is about another subject.' },
  { tag: 'auth0-userinfo', meaning: 'The user-info cannot be looked up (503).' },
] as const satisfies readonly TagFault[];

export type IdentityFaultTag = (typeof identityFaults)[number]['tag'];

/** The fault that an address selects, if any. */
export function identityFaultOf(address: string): IdentityFaultTag | undefined {
  return tagOf(identityFaults, address);
}
