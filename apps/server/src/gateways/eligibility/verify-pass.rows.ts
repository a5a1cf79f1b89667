import { hash } from 'node:crypto';
import { emailPattern, maximumEmailLength } from '@myaccount/contract/email-address';
import { comparableEmail } from '@myaccount/contract/mailable-email';
import { text } from '@myaccount/contract/text';
import { z } from 'zod';
import { instantAt } from '../../platform/business-day.ts';
import type { Verification } from './eligibility.ts';
import { mostCallbackRows } from './verify-pass.names.ts';

const isoTime = z.iso.datetime({ local: true });
const localTime = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const shortText = text(64, 1);
const email = text(maximumEmailLength).pipe(z.string().trim().regex(emailPattern).transform(comparableEmail));
const time = z
  .string()
  .regex(localTime)
  .refine((value) => isoTime.safeParse(isoOf(value)).success);

/** Rows may have more members: names and codes, which the portal neither needs nor keeps. */
const callback = z.object({
  data: z
    .array(z.object({ email, time, group_short: shortText, widget_key: shortText }))
    .min(1)
    .max(mostCallbackRows),
});
const report = z.object({
  maxPage: z.number().int().min(0),
  data: z.array(z.object({ email, created_at: time, community_key: shortText, widget_key: shortText })),
});

/** What rows are read with. */
export interface RowContext {
  /** Rows of other widgets of the same provider are none of ours. */
  readonly widgetKey: string;
  /** [N] The time zone of the service's times. */
  readonly timeZone: string;
}

/** Returns the verifications of a callback's body; undefined if it cannot be read. */
export function readCallbackRows(body: unknown, context: RowContext): Verification[] | undefined {
  const parsed = callback.safeParse(body);
  return parsed.success ? parsed.data.data.flatMap((row) => verificationOf(row, context)) : undefined;
}

/** Returns the verifications of a page of the report, and the number of its last page; undefined if it cannot be read. */
export function readReport(
  body: unknown,
  context: RowContext,
): { verifications: Verification[]; lastPage: number } | undefined {
  const parsed = report.safeParse(body);
  if (!parsed.success) return undefined;
  const verifications = parsed.data.data.flatMap(({ created_at, community_key, ...row }) =>
    verificationOf({ ...row, time: created_at, group_short: community_key }, context),
  );
  return { verifications, lastPage: parsed.data.maxPage };
}

type CallbackRow = z.output<typeof callback>['data'][number];

/** The service gives no id, so that what a row says is its id. */
function verificationOf(row: CallbackRow, { widgetKey, timeZone }: RowContext): Verification[] {
  if (row.widget_key !== widgetKey) return [];
  const identity = JSON.stringify([row.widget_key, row.email, row.group_short, row.time]);
  return [
    {
      eventId: hash('sha256', identity, 'hex').slice(0, 32),
      emailAddress: row.email,
      group: row.group_short,
      verifiedAt: instantAt(isoOf(row.time), timeZone),
    },
  ];
}

/** Returns a time of the service as ISO 8601. */
function isoOf(time: string): string {
  return time.replace(' ', 'T');
}
