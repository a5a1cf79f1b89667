import { features } from './features.ts';
import { readGatewaySettings } from './gateways/gateway-settings.ts';
import { type Config, readPlatformSettings } from './platform/platform-settings.ts';
import { type Environment, SettingsError, SettingsReader } from './platform/settings.ts';
import { refuseUnsafeSettings } from './production-settings.ts';

/** Reads and checks every setting. Throws {@link SettingsError} with everything that is wrong. */
export function readConfig(environment: Environment): Config {
  const read = new SettingsReader(environment);
  const platform = readPlatformSettings(read, environment.NODE_ENV === 'production');
  const gateways = readGatewaySettings(read, platform.flags);
  const ofFeatures = features.map(({ settings }) => settings?.(read));
  const config = Object.assign({}, platform, gateways, ...ofFeatures) as Config;
  if (config.isProduction) refuseUnsafeSettings(read, config);
  if (read.problems.length > 0) throw new SettingsError(read.problems);
  return config;
}
