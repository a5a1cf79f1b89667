import { useParams } from '@tanstack/react-router';
import { ChargeNotice } from '../../features/charge-notices/ChargeNotice.tsx';
import { PublicFrame } from '../PublicFrame.tsx';
import { paths } from '../paths.ts';

/** The charge of a mailed notice, `/stop-charge/TOKEN` (RESTORE-1). It needs no session and touches none. */
export function ChargeNoticePage() {
  const { token } = useParams({ from: paths.stopCharge });
  return (
    <PublicFrame>
      <ChargeNotice key={token} token={token} />
    </PublicFrame>
  );
}
