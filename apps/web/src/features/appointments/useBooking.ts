import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../ui/toasts.ts';
import { type LoadedVisit, scheduleVisit } from './appointments.queries.ts';
import {
  type BookedVisit,
  type BookingOutcome,
  type BookingRefusal,
  outcomeOfAnswer,
  outcomeOfFailure,
  outcomeOfVisit,
} from './booking.rules.ts';
import { slotOf, type TimeSlot } from './visit-time.rules.ts';

/** The booking of a time. */
export interface Booking {
  readonly isBusy: boolean;
  readonly refusal?: BookingRefusal | undefined;
  /** The time that was refused. */
  readonly slot?: TimeSlot | undefined;
  /** Number of bookings that were tried, so that each refusal is announced. */
  readonly count: number;
}

interface BookingInput {
  readonly token: string;
  readonly loaded: LoadedVisit;
  readonly onRefresh: UseQueryResult<LoadedVisit>['refetch'];
  readonly onBooked: (booked: BookedVisit) => void;
}

/** Moves a visit to a time (SCHEDULE-3). Every answer but “done” reads the visit again, which says what holds. */
export function useBooking({ token, loaded, onRefresh, onBooked }: BookingInput) {
  const { t } = useTranslation();
  const [booking, setBooking] = useState<Booking>({ isBusy: false, count: 0 });
  const { visit, asOf } = loaded;
  const confirming = useRef(visit.confirming);
  /** When the page was last current before a booking that it knows nothing of. */
  const knownAt = useRef<Date>(undefined);

  // The visit shows the outcome of a choice that the field service confirms or refuses later, also of one that was made
  // before this page was opened; and of a booking without an answer, once the visit can be read again.
  useEffect(() => {
    const before = confirming.current;
    confirming.current = visit.confirming;
    const { refusal, slot } = booking;
    if (before && !visit.confirming) settle(outcomeOfVisit(visit, slotOf(before)), slotOf(before));
    else if (refusal === 'unknown' && slot && asOf !== knownAt.current)
      settle(outcomeOfVisit(visit, slot), slot);
  });

  function settle(outcome: BookingOutcome, slot: TimeSlot, calendar = visit.calendar): void {
    if (outcome === 'booked') {
      const { kind, timeZone } = visit;
      showToast('success', t('appointments.confirmed'));
      setBooking((before) => ({ ...before, refusal: undefined }));
      onBooked({ kind, timeZone, calendar, startDate: slot.start, endDate: slot.end });
      return;
    }
    const refusal = outcome === 'shown' ? undefined : outcome;
    if (refusal && refusal !== 'unknown') showToast('failure', t('appointments.failed'));
    setBooking(({ count }) => ({ isBusy: false, refusal, slot, count: count + 1 }));
  }

  /** Calls `onAnswered` as the answer shows, in the same render: what asked is gone then, and a refusal takes the focus. */
  async function book(slot: TimeSlot, onAnswered: () => void): Promise<void> {
    setBooking(({ count }) => ({ isBusy: true, count }));
    const { outcome, calendar, asOf: readAt } = await tryBooking(slot, { token, loaded, onRefresh });
    knownAt.current = readAt;
    onAnswered();
    settle(outcome, slot, calendar);
  }

  return { booking, book };
}

/** Books a time. Returns the outcome, how calendar files name the visit since, and without an answer, when it was read last. */
async function tryBooking(slot: TimeSlot, { token, loaded, onRefresh }: Omit<BookingInput, 'onBooked'>) {
  try {
    const outcome = outcomeOfAnswer[await scheduleVisit(token, slot)];
    const { calendar } = loaded.visit;
    // Not read since: each change adds one.
    if (outcome === 'booked') return { outcome, calendar: { ...calendar, sequence: calendar.sequence + 1 } };
    await onRefresh();
    return { outcome };
  } catch (failure) {
    const { data, isError } = await onRefresh();
    const afterward = isError ? undefined : data?.visit;
    const outcome = outcomeOfFailure(failure, slot, afterward);
    return { outcome, calendar: afterward?.calendar, asOf: data?.asOf };
  }
}
