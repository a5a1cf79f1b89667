import { lazy } from 'react';
import { config } from '../../../api/config.ts';
import { DashboardPage } from './DashboardPage.tsx';

const PlainHomePage = lazy(async () => ({
  default: (await import('./PlainHomePage.tsx')).PlainHomePage,
}));

/** The dashboard, or a plain home page where the operator switched the dashboard off (HOME-1). */
export function HomePage() {
  return config.flags.billingRefresh ? <DashboardPage /> : <PlainHomePage />;
}
