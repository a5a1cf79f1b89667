import type { signFrame } from '@myaccount/contract/add-method';
import type { BodyOf } from '@myaccount/contract/endpoint';
import { frameStyleSheets } from '@myaccount/contract/frame-styles';

/** How far the page's clock may be from ours. */
const clockToleranceSeconds = 120;

/**
 * Returns the first field that must not be signed; undefined if all may. Anything but our own page, our own style sheets,
 * and a fresh time would make the portal sign frames of other pages.
 */
export function fieldNotToSign(
  { ts, domain, styles }: Pick<BodyOf<typeof signFrame>, 'ts' | 'domain' | 'styles'>,
  publicUrl: string,
  now: Date,
): 'ts' | 'domain' | 'styles' | undefined {
  const { origin } = new URL(publicUrl);
  if (domain !== origin) return 'domain';
  const isOurs = Object.values(frameStyleSheets).some((path) => styles === `${origin}${path}`);
  if (styles !== undefined && !isOurs) return 'styles';
  return Math.abs(ts - now.getTime() / 1_000) > clockToleranceSeconds ? 'ts' : undefined;
}
