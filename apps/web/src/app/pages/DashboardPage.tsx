import { PageTitle } from '../../ui/PageTitle.tsx';

/** Dashboard page. */
export function DashboardPage() {
  return <PageTitle>Dashboard</PageTitle>;
}
