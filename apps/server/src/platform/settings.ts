import { statSync } from 'node:fs';
import { type FlagName, type Flags, flagDefaults } from '@myaccount/contract/flags';
import { type LimitName, type Limits, limitRanges } from '@myaccount/contract/limits';
import { splitDatabaseUrl } from './database/database-url.ts';
import { OperatorError } from './operator-error.ts';

/** Environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that is missing, wrong, or unknown, and what it needs. */
export interface SettingProblem {
  readonly name: string;
  readonly needs: string;
}

/** Stops the start. The message lists every wrong setting with what it needs (CONFIG-4). */
export class SettingsError extends OperatorError {
  readonly problems: readonly SettingProblem[];

  constructor(problems: readonly SettingProblem[]) {
    super(`Wrong settings:\n${problems.map(({ name, needs }) => `  ${name}: ${needs}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Reads settings by name and collects every problem, so that one start reports all of them. */
export class SettingsReader {
  readonly problems: SettingProblem[] = [];
  readonly #environment: Environment;
  readonly #isStaging: boolean;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.#isStaging = isStagingAddress(environment.PUBLIC_URL, environment.STAGING_HOST);
  }

  /** Reads required text. */
  text(name: string, needs: string): string {
    return this.parsed(name, needs, (value) => value);
  }

  /** Reads text; null if it is not set. */
  optional(name: string): string | null {
    return this.#environment[name] || null;
  }

  /** Reads a folder that exists; null if it is not set. */
  folder(name: string, needs: string, isFit = (_: string) => true): string | null {
    if (!this.optional(name)) return null;
    return this.parsed(name, `${needs}, or to be left out`, (path) =>
      statSync(path).isDirectory() && isFit(path) ? path : undefined,
    );
  }

  /** Reads a setting of an outside service: from its STAGING_ twin if the public address is a staging one (CONFIG-3). */
  outside(name: string, needs: string): string {
    return this.text(this.outsideName(name), needs);
  }

  /** Reads a setting of an outside service that must be a URL. */
  outsideUrl(name: string, protocols: readonly string[]): string {
    return this.url(this.outsideName(name), protocols);
  }

  /** Returns the name under which a setting of an outside service is read. */
  outsideName(name: string): string {
    return this.#isStaging ? `STAGING_${name}` : name;
  }

  /** Reads a URL with one of these protocols; drops a slash at its end. */
  url(name: string, protocols: readonly string[]): string {
    const needs = `an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`;
    return this.parsed(name, needs, (value) =>
      URL.canParse(value) && protocols.includes(new URL(value).protocol)
        ? value.replace(/\/$/, '')
        : undefined,
    );
  }

  /** Reads the address of a database, with one host or several. */
  databaseUrl(name: string): string {
    const needs = 'an address such as postgres://login:password@host:5432/name (several hosts with commas)';
    return this.parsed(name, needs, (value) => (splitDatabaseUrl(value) ? value : undefined));
  }

  /** Reads a whole number within bounds; the default if it is not set. */
  whole(name: string, fallback: number, minimum: number, maximum: number): number {
    if (!this.#environment[name]) return fallback;
    return this.parsed(name, `a whole number from ${minimum} to ${maximum}`, (value) => {
      const number = Number(value);
      return Number.isInteger(number) && number >= minimum && number <= maximum ? number : undefined;
    });
  }

  /** Reads true or false; the default if it is not set. */
  boolean(name: string, fallback: boolean): boolean {
    if (!this.#environment[name]) return fallback;
    return this.parsed(name, 'true or false', (value) => {
      if (value === 'true') return true;
      return value === 'false' ? false : undefined;
    });
  }

  /** Reads the name of a time zone; the default if it is not set. */
  timeZone(name: string, fallback: string): string {
    if (!this.#environment[name]) return fallback;
    return this.parsed(name, 'a time zone such as America/New_York', (value) => {
      new Intl.DateTimeFormat('en-US', { timeZone: value });
      return value;
    });
  }

  /** Reads one of some words; the default if it is not set. */
  oneOf<const T extends string>(name: string, fallback: T, choices: readonly T[]): T {
    const value = this.#environment[name];
    if (!value) return fallback;
    return this.parsed(name, `one of ${choices.join(', ')}`, (text) =>
      choices.find((choice) => choice === text),
    );
  }

  /** Reads text with a pattern; the default, if there is one, if it is not set. */
  matching(name: string, needs: string, pattern: RegExp, fallback?: string): string {
    if (!this.#environment[name] && fallback !== undefined) return fallback;
    return this.parsed(name, needs, (value) => (pattern.test(value) ? value : undefined));
  }

  /** Reads a required setting with `parse`, which returns undefined or throws for a wrong value. An operator reads an OperatorError. */
  parsed<T>(name: string, needs: string, parse: (value: string) => T | undefined): T {
    const value = this.#environment[name];
    let result: T | undefined;
    let reason = '';
    try {
      result = value ? parse(value) : undefined;
    } catch (error) {
      if (error instanceof OperatorError) reason = `: ${error.message}`;
    }
    if (result === undefined)
      this.problems.push({ name, needs: value ? needs + reason : `is missing; needs ${needs}` });
    return result as T;
  }

  /** Reads every flag: FLAG_LANGUAGE_DROPDOWN=false turns languageDropdown off. An unknown FLAG_… is a problem. */
  flags(): Flags {
    const names = Object.keys(flagDefaults) as FlagName[];
    this.#refuseUnknown('FLAG_', names.map(flagSetting));
    return Object.fromEntries(
      names.map((name) => [name, this.boolean(flagSetting(name), flagDefaults[name])]),
    ) as Flags;
  }

  /** Reads every limit: LIMIT_PAGE_SIZE=10 sets pageSize. An unknown LIMIT_… is a problem. */
  limits(): Limits {
    const names = Object.keys(limitRanges) as LimitName[];
    this.#refuseUnknown('LIMIT_', names.map(limitSetting));
    return Object.fromEntries(
      names.map((name) => {
        const { default: fallback, minimum, maximum } = limitRanges[name];
        return [name, this.whole(limitSetting(name), fallback, minimum, maximum)];
      }),
    ) as Limits;
  }

  /** Reports settings that begin with a prefix and that nothing reads: a typo, or a feature that is not there yet. */
  #refuseUnknown(prefix: string, known: readonly string[]): void {
    const unknown = Object.keys(this.#environment).filter(
      (name) => name.startsWith(prefix) && !known.includes(name),
    );
    const needs = `to be left out: the portal does not know it (it knows ${known.join(', ')})`;
    for (const name of unknown) this.problems.push({ name, needs });
  }
}

/** Returns the setting of a flag: `FLAG_LANGUAGE_DROPDOWN`. */
export function flagSetting(name: FlagName): string {
  return `FLAG_${upperCase(name)}`;
}

/** Returns the setting of a limit: `LIMIT_PAGE_SIZE`. */
export function limitSetting(name: LimitName): string {
  return `LIMIT_${upperCase(name)}`;
}

/** Whether the hostname of the configured public address contains the staging host (CONFIG-3). */
export function isStagingAddress(publicUrl: string | undefined, stagingHost: string | undefined): boolean {
  if (!publicUrl || !stagingHost || !URL.canParse(publicUrl)) return false;
  return new URL(publicUrl).hostname.includes(stagingHost);
}

function upperCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
