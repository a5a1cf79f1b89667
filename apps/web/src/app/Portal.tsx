import { RouterProvider } from '@tanstack/react-router';
import { createPortalRouter } from './router.tsx';

const router = createPortalRouter();

/** All pages, with the router. */
export function Portal() {
  return <RouterProvider router={router} />;
}
