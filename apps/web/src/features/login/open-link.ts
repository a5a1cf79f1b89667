import { ApiProblem } from '../../api/api-problem.ts';
import { UnreadableIdToken } from '../../api/session.ts';
import { findSentLink } from './sent-link.ts';
import { signInWithLink } from './sign-in.ts';

/** What became of a mailed link. `returnTo` is the page that the visitor wanted. */
export type OpenedLink =
  | { readonly outcome: 'signed-in' | 'refused' | 'unknown-user'; readonly returnTo?: string | undefined }
  /** This browser requested no link, or already used it. */
  | { readonly outcome: 'elsewhere'; readonly returnTo?: undefined }
  | { readonly outcome: 'failed'; readonly error: unknown; readonly returnTo?: string | undefined };

const badRequest = 400;

/** Signs in with the token of a mailed link and the challenge that requested it. Never throws. */
export async function openLink(token: string): Promise<OpenedLink> {
  const link = findSentLink();
  if (token === '') return { outcome: 'refused', returnTo: link?.returnTo };
  if (!link) return { outcome: 'elsewhere' };
  const { challenge, returnTo } = link;
  try {
    await signInWithLink(token, challenge);
    return { outcome: 'signed-in', returnTo };
  } catch (error) {
    if (error instanceof UnreadableIdToken) return { outcome: 'unknown-user', returnTo };
    if (error instanceof ApiProblem && error.status === badRequest) return { outcome: 'refused', returnTo };
    return { outcome: 'failed', error, returnTo };
  }
}
