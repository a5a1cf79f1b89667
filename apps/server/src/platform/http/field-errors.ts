import type { FieldCode, FieldError } from '@myaccount/contract/problem';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const codeOfIssue: Partial<Record<Issue['code'], FieldCode>> = {
  too_big: 'too-large',
  too_small: 'too-small',
  invalid_format: 'invalid',
  unrecognized_keys: 'unexpected',
};

/** Returns the refused fields and reasons from a zod schema's issues, without texts or values. */
export function fieldErrorsOf(issues: readonly Issue[]): FieldError[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ field: pathText([...issue.path, key]), code: 'unexpected' }));
    }
    if (issue.code === 'invalid_union' && issue.input !== undefined) return unionErrors(issue);
    return [{ field: pathText(issue.path), code: codeOf(issue) }];
  });
}

/** Returns the errors of the union member that the caller meant: the one whose type fits. */
function unionErrors(issue: Extract<Issue, { code: 'invalid_union' }>): FieldError[] {
  const intended = issue.errors.find((issues) => issues.every(({ code }) => code !== 'invalid_type'));
  const issues = intended?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  return issues ? fieldErrorsOf(issues) : [{ field: pathText(issue.path), code: 'invalid' }];
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

/** Returns the field's path as the caller wrote it, cut to 100 characters. */
function pathText(path: readonly PropertyKey[]): string {
  const maximum = 100;
  return path.map(String).join('.').slice(0, maximum) || 'body';
}
