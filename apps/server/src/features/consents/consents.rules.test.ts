import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import { expect, test } from 'vitest';
import { findConsentFailure } from './consents.rules.ts';

const debit = { kind: 'bank-debit', textVersion: '2', language: 'en' } as const;
const paperless = { kind: 'paperless', textVersion: '1', language: 'es' } as const;

const cases: readonly [string, readonly AgreedConsent[], string | undefined][] = [
  ['none', [], undefined],
  ['the current text', [debit], undefined],
  ['the text before', [{ ...debit, textVersion: '1' }], undefined],
  ['one of each kind', [debit, paperless], undefined],
  ['a text to come', [paperless, { ...debit, textVersion: '3' }], '1.textVersion: invalid'],
  ['a version of another kind', [{ ...paperless, textVersion: '2' }], '0.textVersion: invalid'],
  ['the same kind twice', [debit, paperless, debit], '2.kind: unexpected'],
  ['a kind that the call has no use for', [{ ...debit, kind: 'autopay' }], '0.kind: unexpected'],
];

test.each(cases)('[CONSENT-1] %s', (_what, consents, expected) => {
  const failure = findConsentFailure(consents, ['bank-debit', 'paperless']);
  expect(failure && `${failure.field}: ${failure.reason}`).toBe(expected);
});
