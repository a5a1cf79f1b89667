import { config } from '../../api/config.ts';

const cookieName = 'pin-popover';
/** The portal's base, without the slash at its end. */
const path = import.meta.env.BASE_URL.replace(/(.)\/$/, '$1');
const secondsPerDay = 86_400;

/** Returns how often this browser has shown the suggestion to update the PIN. */
function viewsSoFar(): number {
  const value = new RegExp(`(?:^|; )${cookieName}=(\\d+)`).exec(document.cookie)?.[1];
  return Number(value ?? 0);
}

/** Whether the suggestion may still be shown (PIN-3). */
export function isPinSuggested(): boolean {
  return viewsSoFar() < config.limits.popoverViews;
}

function keepViews(views: number): void {
  const maximumAge = config.limits.popoverDays * secondsPerDay;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser, and needs a secure page
  document.cookie = `${cookieName}=${views}; Path=${path}; Max-Age=${maximumAge}; SameSite=Lax${secure}`;
}

/** Counts one view. */
export function countPinSuggestion(): void {
  keepViews(viewsSoFar() + 1);
}

/** Has it never shown again, as long as the cookie lives. */
export function dismissPinSuggestion(): void {
  keepViews(config.limits.popoverViews);
}
