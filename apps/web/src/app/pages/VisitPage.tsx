import { useParams, useRouter } from '@tanstack/react-router';
import { Visit } from '../../features/appointments/Visit.tsx';
import { PublicFrame } from '../PublicFrame.tsx';
import { paths } from '../paths.ts';

/** A visit by the link that a customer was sent, `/schedule/TOKEN` (SCHEDULE-1). It needs no session and touches none. */
export function VisitPage() {
  const router = useRouter();
  const { _splat: token = '' } = useParams({ from: paths.visit });
  return (
    <PublicFrame isWide>
      <Visit
        key={token}
        token={token}
        onBooked={(bookedVisit) => void router.navigate({ to: paths.visitSuccess, state: { bookedVisit } })}
      />
    </PublicFrame>
  );
}
