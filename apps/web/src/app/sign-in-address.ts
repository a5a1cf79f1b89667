import { basePath } from '@myaccount/contract/endpoint';
import { pathInside } from './inside-path.ts';
import { paths } from './paths.ts';

/** Returns the page that a visitor who is not signed in wanted: this one, or the one that sign-in was opened for. */
export function wantedPath(): string | undefined {
  if (typeof location === 'undefined') return undefined;
  const here = pathInside(location.pathname + location.search);
  return here ?? pathInside(new URLSearchParams(location.search).get('returnTo') ?? undefined);
}

/** Returns the address of the sign-in page that leads back to `wanted`. Home needs no mention: it is where sign-in leads. */
export function signInAddress(wanted: string | undefined): string {
  const search = wanted && wanted !== paths.home ? `?${new URLSearchParams({ returnTo: wanted })}` : '';
  return basePath + paths.login + search;
}

/** Returns the address of the page that sign-in leads to (LOGIN-1). */
export function addressAfterSignIn(wanted: string | undefined): string {
  return basePath + (wanted ?? paths.home);
}
