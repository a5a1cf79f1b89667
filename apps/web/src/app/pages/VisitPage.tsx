import { QueryClientProvider } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { createQueryClient } from '../../api/query-client.ts';
import { Visit } from '../../features/appointments/Visit.tsx';
import { paths } from '../paths.ts';
import { PublicFrame } from '../shell/PublicFrame.tsx';

/** A visit by the link that a customer was sent, `/schedule/TOKEN` (SCHEDULE-1). It needs no session and touches none. */
export function VisitPage() {
  const router = useRouter();
  const { _splat: token = '' } = useParams({ from: paths.visit });
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <PublicFrame isWide>
        <Visit
          key={token}
          token={token}
          onBooked={(bookedVisit) => void router.navigate({ to: paths.visitSuccess, state: { bookedVisit } })}
        />
      </PublicFrame>
    </QueryClientProvider>
  );
}
