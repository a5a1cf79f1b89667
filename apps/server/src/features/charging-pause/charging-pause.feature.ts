import type { SettingsReader } from '../../platform/settings.ts';
import type { Feature } from '../feature.ts';
import { chargingPauseJobs } from './charging-pause.job.ts';

/** Reads what only this feature needs. */
const settings = (read: SettingsReader) => ({
  /** Folder with Orbital's settlement files, which are compared daily; null for none. */
  orbitalSettlementDir: read.folder('ORBITAL_SETTLEMENT_DIR', "a folder with Orbital's settlement files"),
});

declare module '../../platform/platform-settings.ts' {
  interface Config extends Readonly<ReturnType<typeof settings>> {}
}

/** What the processors charged, compared with what is booked, and the pause of automatic charges until that is known. */
export const chargingPause: Feature = { settings, jobs: chargingPauseJobs };
