import type { DrillPart } from '../part.ts';
import { duePayments } from './due-payments.ts';
import { earlyDisconnect } from './early-disconnect.ts';
import { fortyDays } from './forty-days.ts';
import { kills } from './kills.ts';
import { lyingProcessor } from './lying-processor.ts';
import { quietDay } from './quiet-day.ts';
import { reconcilerKilled } from './reconciler-killed.ts';
import { restores } from './restores.ts';
import { supportDay } from './support-day.ts';
import { tellingDay } from './telling-day.ts';

/** Lying processors, killed servers, a day of support, and a day of which much is told. */
export const faults: readonly DrillPart[] = [
  quietDay,
  lyingProcessor,
  earlyDisconnect,
  reconcilerKilled,
  kills,
  duePayments,
  restores,
  supportDay,
  tellingDay,
  fortyDays,
];
