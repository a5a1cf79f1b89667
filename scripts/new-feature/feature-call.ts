import type { FeatureName } from './feature-name.ts';

/** Methods of the contract, each with the verb of the generated call. */
const verbs = { GET: 'show', POST: 'add', PUT: 'change', DELETE: 'remove' } as const;
export type Method = keyof typeof verbs;
export const methods = Object.keys(verbs) as Method[];

/** The call that a new feature starts with, and its names. */
export interface FeatureCall extends FeatureName {
  readonly method: Method;
  /** `show`, `add`, `change`, or `remove`. */
  readonly verb: string;
  /** `showSpeedTest`: endpoint and service. */
  readonly name: string;
  /** Whether the account number is in the body; otherwise it is in the query. */
  readonly hasBody: boolean;
  /** Id of the requirement. */
  readonly requirement: string;
}

/** Returns the call of a feature with a method. */
export function callOf(feature: FeatureName, method: Method): FeatureCall {
  const verb = verbs[method];
  return {
    ...feature,
    method,
    verb,
    name: `${verb}${feature.pascal}`,
    hasBody: method === 'POST' || method === 'PUT',
    requirement: `${feature.word.toUpperCase()}-1`,
  };
}
