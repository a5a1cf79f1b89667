import type { Feature } from '../feature.ts';
import { registerReceiptsRoutes } from './receipts.routes.ts';

/** Receipts of payments. */
export const receipts: Feature = { routes: registerReceiptsRoutes };
