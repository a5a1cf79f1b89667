import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ExpiredLink, visitOptions } from './appointments.queries.ts';
import type { BookedVisit } from './booked-visit.ts';
import { ExpiredVisitLink, FailedVisit } from './VisitProblem.tsx';
import { VisitScreen } from './VisitScreen.tsx';

interface VisitProps {
  /** Of the link; empty if it has none. */
  readonly token: string;
  readonly onBooked: (booked: BookedVisit) => void;
}

/** A visit by its link: what is planned, how far it is, and the times that it can be moved to (SCHEDULE-1). */
export function Visit({ token, onBooked }: VisitProps) {
  const query = useQuery({ ...visitOptions(token), enabled: token !== '' });
  const { data, error, isPending, refetch } = query;
  if (token === '' || error instanceof ExpiredLink) return <ExpiredVisitLink />;
  if (isPending) return <Skeleton />;
  if (!data) return <FailedVisit error={error} onRetry={() => void refetch()} />;
  return (
    <VisitScreen token={token} loaded={data} error={error} onRefresh={() => refetch()} onBooked={onBooked} />
  );
}
