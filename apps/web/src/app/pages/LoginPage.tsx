import { PageTitle } from '../../ui/PageTitle.tsx';

/** Sign-in page. */
export function LoginPage() {
  return <PageTitle>Login</PageTitle>;
}
