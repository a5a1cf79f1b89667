import { readConfig } from '../config.ts';
import { SettingsError } from '../platform/settings.ts';

/** Returns the settings that stop a start. */
export function stoppedFor(settings: Record<string, string>): string[] {
  try {
    readConfig(settings);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.problems.map(({ name }) => name);
  }
}
