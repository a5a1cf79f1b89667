import { z } from 'zod';
import { limitRanges } from './limits.ts';

const maximumPageNumber = 1_000_000;
const { minimum, maximum, default: defaultSize } = limitRanges.pageSize;

/** Query of every paged list. */
export const pageQuery = {
  page_number: z.coerce.number().int().min(1).max(maximumPageNumber).default(1),
  page_size: z.coerce.number().int().min(minimum).max(maximum).default(defaultSize),
};

/** Envelope of every paged list; an empty list is 0, 0, []. */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({ totalCount: z.number().int(), totalPages: z.number().int(), result: z.array(row) });
}
