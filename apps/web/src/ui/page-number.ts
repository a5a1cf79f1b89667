/** Returns the page number in a query text; 1 for anything that is not a page number. */
export function pageNumberFrom(text: string | undefined): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
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
