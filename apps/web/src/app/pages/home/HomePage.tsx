import { lazy } from 'react';
import { config } from '../../../api/config.ts';
import { DashboardPage } from './DashboardPage.tsx';

const PlainHome = lazy(async () => ({
  default: (await import('../../../features/home/PlainHome.tsx')).PlainHome,
}));

/** The dashboard, or a plain home page where the operator switched the dashboard off (HOME-1). */
export function HomePage() {
  return config.flags.billingRefresh ? <DashboardPage /> : <PlainHome />;
}
