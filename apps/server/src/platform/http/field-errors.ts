import type { FieldCode, FieldError } from '@myaccount/contract/problem';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const codeOfIssue: Partial<Record<Issue['code'], FieldCode>> = {
  too_big: 'too-large',
  too_small: 'too-small',
  invalid_format: 'invalid',
  unrecognized_keys: 'unexpected',
};

/** Which fields were refused and why, from the issues of a zod schema; texts and values never leave. */
export function fieldErrorsOf(issues: readonly Issue[]): FieldError[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ field: shown([...issue.path, key]), code: 'unexpected' }));
    }
    if (issue.code === 'invalid_union' && issue.input !== undefined) return unionErrors(issue);
    return [{ field: shown(issue.path), code: codeOf(issue) }];
  });
}

/** Of the shapes that a field may have, the one that the caller meant: its type fits. */
function unionErrors(issue: Extract<Issue, { code: 'invalid_union' }>): FieldError[] {
  const meant = issue.errors.find((issues) => issues.every(({ code }) => code !== 'invalid_type'));
  const issues = meant?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  return issues ? fieldErrorsOf(issues) : [{ field: shown(issue.path), code: 'invalid' }];
}

const missing: readonly Issue['code'][] = ['invalid_type', 'invalid_value', 'invalid_union'];

function codeOf(issue: Issue): FieldCode {
  if (issue.code === 'custom') return (issue.params?.code as FieldCode | undefined) ?? 'invalid';
  if (missing.includes(issue.code) && issue.input === undefined) return 'required';
  if (issue.code === 'too_big' && issue.origin === 'string') return 'too-long';
  if (issue.code === 'too_small' && issue.origin === 'string')
    return issue.minimum === 1 ? 'required' : 'too-short';
  return codeOfIssue[issue.code] ?? 'invalid';
}

/** Path of the field as the caller wrote it, at most 100 characters of it. */
function shown(path: readonly PropertyKey[]): string {
  const maximum = 100;
  return path.map(String).join('.').slice(0, maximum) || 'body';
}
