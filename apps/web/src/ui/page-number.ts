import { maximumPageNumber } from '@myaccount/contract/limits';

/** Leads to a page of a list. `replace` corrects the address instead of adding to the history. */
export type TurnPage = (page: number, options?: { readonly replace: boolean }) => void;

/** Returns the page number in a query text, at most the highest that a list accepts; 1 for anything else than digits. */
export function pageNumberFrom(text: string | undefined): number {
  const page = /^\d+$/.test(text ?? '') ? Number(text) : 1;
  return Math.max(1, Math.min(page, maximumPageNumber));
}

/** Returns what a pager shows: first, last, current page, and its neighbors; `gap` for omitted pages. */
export function shownPages(current: number, total: number): (number | 'gap')[] {
  const wanted = [1, current - 1, current, current + 1, total];
  const pages = [...new Set(wanted)].filter((page) => page >= 1 && page <= total).sort((a, b) => a - b);
  return pages.flatMap((page, index) => {
    const missing = page - (pages[index - 1] ?? 0) - 1;
    if (missing === 0) return [page];
    return missing === 1 ? [page - 1, page] : ['gap' as const, page];
  });
}
