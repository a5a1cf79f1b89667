import { PageTitle } from '../../ui/PageTitle.tsx';

/** Home page. */
export function HomePage() {
  return <PageTitle>Home</PageTitle>;
}
