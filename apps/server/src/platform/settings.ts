import { type FlagName, type Flags, flagDefaults } from '@myaccount/contract/flags';
import { type LimitName, type Limits, limitDefaults } from '@myaccount/contract/limits';

/** The environment a process was started with. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that is missing or wrong: its name and what it needs. */
export interface SettingProblem {
  readonly name: string;
  readonly needs: string;
}

/** Stops the start; the message lists every wrong setting with what it needs (CONFIG-4). */
export class SettingsError extends Error {
  readonly problems: readonly SettingProblem[];

  constructor(problems: readonly SettingProblem[]) {
    super(`Wrong settings:\n${problems.map(({ name, needs }) => `  ${name}: ${needs}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Reads settings by name and gathers what is wrong, so that one start tells all of it. */
export class SettingsReader {
  readonly problems: SettingProblem[] = [];
  readonly #environment: Environment;
  readonly #isStaging: boolean;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.#isStaging = isStagingAddress(environment.PUBLIC_URL, environment.STAGING_HOST);
  }

  /** Text that must be there. */
  text(name: string, needs: string): string {
    return this.parsed(name, needs, (value) => value);
  }

  optional(name: string): string | null {
    return this.#environment[name] || null;
  }

  /** Setting of an outside service: its STAGING_ twin where the public address is the staging host’s (CONFIG-3). */
  outside(name: string, needs: string): string {
    return this.text(this.#isStaging ? `STAGING_${name}` : name, needs);
  }

  /** Setting of an outside service that must be an address. */
  outsideUrl(name: string, protocols: readonly string[]): string {
    return this.url(this.#isStaging ? `STAGING_${name}` : name, protocols);
  }

  url(name: string, protocols: readonly string[]): string {
    const needs = `an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`;
    return this.parsed(name, needs, (value) =>
      URL.canParse(value) && protocols.includes(new URL(value).protocol)
        ? value.replace(/\/$/, '')
        : undefined,
    );
  }

  /** Whole number between bounds; the default where it is not set. */
  whole(name: string, fallback: number, minimum: number, maximum: number): number {
    if (!this.#environment[name]) return fallback;
    return this.parsed(name, `a whole number from ${minimum} to ${maximum}`, (value) => {
      const number = Number(value);
      return Number.isInteger(number) && number >= minimum && number <= maximum ? number : undefined;
    });
  }

  yesOrNo(name: string, fallback: boolean): boolean {
    if (!this.#environment[name]) return fallback;
    return this.parsed(name, 'true or false', (value) => {
      if (value === 'true') return true;
      return value === 'false' ? false : undefined;
    });
  }

  oneOf<const T extends string>(name: string, fallback: T, choices: readonly T[]): T {
    const value = this.#environment[name];
    if (!value) return fallback;
    return this.parsed(name, `one of ${choices.join(', ')}`, (text) =>
      choices.find((choice) => choice === text),
    );
  }

  /** A setting that `parse` understands; undefined or a throw is a problem. */
  parsed<T>(name: string, needs: string, parse: (value: string) => T | undefined): T {
    const value = this.#environment[name];
    const result = value ? attempt(() => parse(value)) : undefined;
    if (result === undefined)
      this.problems.push({ name, needs: value ? needs : `is missing; needs ${needs}` });
    return result as T;
  }

  /** Every flag: FLAG_HERO_DISCOUNT=false switches heroDiscount off. */
  flags(): Flags {
    const names = Object.keys(flagDefaults) as FlagName[];
    return Object.fromEntries(
      names.map((name) => [name, this.yesOrNo(`FLAG_${upperCase(name)}`, flagDefaults[name])]),
    ) as Flags;
  }

  /** Every limit: LIMIT_PAGE_SIZE=10 sets pageSize. */
  limits(): Limits {
    const names = Object.keys(limitDefaults) as LimitName[];
    const maximum = 10_000_000;
    return Object.fromEntries(
      names.map((name) => [name, this.whole(`LIMIT_${upperCase(name)}`, limitDefaults[name], 1, maximum)]),
    ) as Limits;
  }
}

/** Whether the hostname of the configured public address contains the staging host (CONFIG-3). */
export function isStagingAddress(publicUrl: string | undefined, stagingHost: string | undefined): boolean {
  if (!publicUrl || !stagingHost || !URL.canParse(publicUrl)) return false;
  return new URL(publicUrl).hostname.includes(stagingHost);
}

function upperCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
