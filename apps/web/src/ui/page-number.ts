/** Number of a page from the address; anything that is no page number is page 1. */
export function pageNumberFrom(text: string | undefined): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}

/** What a pager shows: first, last and the neighbours of the current page; `gap` where pages are left out. */
export function shownPages(current: number, total: number): (number | 'gap')[] {
  const wanted = [1, current - 1, current, current + 1, total];
  const pages = [...new Set(wanted)].filter((page) => page >= 1 && page <= total).sort((a, b) => a - b);
  return pages.flatMap((page, index) => {
    const missing = page - (pages[index - 1] ?? 0) - 1;
    if (missing === 0) return [page];
    return missing === 1 ? [page - 1, page] : ['gap' as const, page];
  });
}
