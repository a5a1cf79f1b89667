import { z } from 'zod';
import { limitDefaults } from './limits.ts';

const maximumPageSize = 50;
const maximumPageNumber = 1_000_000;

/** Query of every paged list. */
export const pageQuery = {
  page_number: z.coerce.number().int().min(1).max(maximumPageNumber).default(1),
  page_size: z.coerce.number().int().min(1).max(maximumPageSize).default(limitDefaults.pageSize),
};

/** Envelope of every paged list; nothing there is 0, 0, []. */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({ totalCount: z.number().int(), totalPages: z.number().int(), result: z.array(row) });
}
