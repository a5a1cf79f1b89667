import type { DrillPart } from '../part.ts';
import { container } from './container.ts';
import { failover } from './failover.ts';
import { install } from './install.ts';
import { pooler } from './pooler.ts';
import { prometheus } from './prometheus.ts';
import { release } from './release.ts';
import { restore } from './restore.ts';
import { rollingRestart } from './rolling-restart.ts';
import { slowClients } from './slow-clients.ts';

/** Restarts, poolers, restores, releases, installs, containers, slow clients, and alerts. */
export const operations: readonly DrillPart[] = [
  pooler,
  failover,
  restore,
  release,
  rollingRestart,
  slowClients,
  install,
  container,
  prometheus,
];
