import { workerData } from 'node:worker_threads';
import type { WebConfig } from '@myaccount/contract/web-config';

/** Takes the place of `api/config.ts` where no page holds the configuration: the thread gets it from the server. */
export const config = (workerData as { webConfig: WebConfig }).webConfig;
