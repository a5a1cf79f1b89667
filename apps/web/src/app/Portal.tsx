import { RouterProvider } from '@tanstack/react-router';
import { router } from './router.tsx';

/** All pages, with the router. */
export function Portal() {
  return <RouterProvider router={router} />;
}
