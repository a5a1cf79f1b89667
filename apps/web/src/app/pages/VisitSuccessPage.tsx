import { useLocation, useRouter } from '@tanstack/react-router';
import { BookedVisitCard } from '../../features/appointments/BookedVisitCard.tsx';
import type { BookedVisit } from '../../features/appointments/booking.rules.ts';
import { PublicFrame } from '../PublicFrame.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Of the entry of the success page, so that it survives a reload. */
    bookedVisit?: BookedVisit;
  }
}

/** Confirms that a visit was moved (SCHEDULE-3). It knows what was booked from the history entry, never from the link. */
export function VisitSuccessPage() {
  const router = useRouter();
  const booked = useLocation({ select: ({ state }) => state.bookedVisit });
  return (
    <PublicFrame isWide>
      <BookedVisitCard booked={booked} onBack={() => router.history.back()} />
    </PublicFrame>
  );
}
