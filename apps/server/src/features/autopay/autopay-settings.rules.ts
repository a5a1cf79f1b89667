import { autopayAnnouncedDays } from '@myaccount/contract/consent';
import type { SettingsReader } from '../../platform/settings.ts';

const defaultRetryDays = [1, 3, 5];
const lastRetryDay = 28;

/** Reads how autopay collects. */
export const autopaySettings = (read: SettingsReader) => ({
  autopay: {
    /** The hour of the day, in the business time zone, from which what is due that day is charged. */
    hour: read.whole('AUTOPAY_HOUR', 6, 0, 23),
    /** Charges in progress at once on one server. */
    concurrency: read.whole('AUTOPAY_CONCURRENCY', 30, 1, 100),
    /** The days of the retries, counted from the first attempt, in order. */
    retryDays: readRetryDays(read),
    /** How many days before a due date the customer is notified of the charge. */
    noticeDays: read.whole('AUTOPAY_NOTICE_DAYS', 3, autopayAnnouncedDays, 30),
    /** Number of returned debits of one bank account that stops autopay. One unauthorized debit always does. */
    returnLimit: read.whole('AUTOPAY_RETURN_LIMIT', 2, 1, 10),
  },
});

declare module '../../platform/platform-settings.ts' {
  interface Config extends Readonly<ReturnType<typeof autopaySettings>> {}
}

function readRetryDays(read: SettingsReader): readonly number[] {
  if (!read.optional('AUTOPAY_RETRY_DAYS')) return defaultRetryDays;
  const needs = `“none”, or rising whole numbers from 1 to ${lastRetryDay} with commas, such as 1,3,5`;
  return read.parsed('AUTOPAY_RETRY_DAYS', needs, (text) => {
    if (text === 'none') return [];
    const days = text.split(',').map(Number);
    const isRising = days.every((day, index) => Number.isInteger(day) && day > (days[index - 1] ?? 0));
    return isRising && (days.at(-1) ?? 0) <= lastRetryDay ? days : undefined;
  });
}
