import { z } from 'zod';
import { limitRanges, maximumPageNumber } from './limits.ts';

const { minimum, maximum, default: defaultSize } = limitRanges.pageSize;

const plainDigits = /^\d{1,10}$/;

/** A whole number of a query. As text it is plain digits: no sign, space, fraction, or exponent. */
function wholeNumber(from: number, to: number) {
  const toNumber = (value: unknown) =>
    typeof value === 'string' && plainDigits.test(value) ? Number(value) : value;
  return z.preprocess(toNumber, z.number().int().min(from).max(to));
}

/** Query of every paged list. */
export const pageQuery = {
  page_number: wholeNumber(1, maximumPageNumber).default(1),
  page_size: wholeNumber(minimum, maximum).default(defaultSize),
};

/** Envelope of every paged list; an empty list is 0, 0, []. */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({ totalCount: z.number().int(), totalPages: z.number().int(), result: z.array(row) });
}
