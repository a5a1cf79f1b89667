import { languages } from '@myaccount/contract/languages';
import { declineReasons, paymentFailures, returnReasons } from '@myaccount/contract/payment-failures';
import { expect, test } from 'vitest';
import { translator } from '../../platform/texts.ts';
import { neverChargedCode, unavailableCode } from '../payment-state/outcome.rules.ts';
import { declineText } from '../payment-state/payment-row.rules.ts';

test('[PAY-9] the closed list holds every reason of the processors and ours, each once', () => {
  const reasons = [...declineReasons, ...returnReasons, neverChargedCode, unavailableCode];
  expect(new Set<string>(paymentFailures)).toEqual(new Set(reasons));
  expect(paymentFailures).toHaveLength(new Set(reasons).size);
});

test.each(languages)(
  '[PAY-9] every reason that a mail or a refusal gives has its own text (%s)',
  (language) => {
    const texts = paymentFailures.map((failure) => declineText(failure, language));
    expect(new Set(texts).size).toBe(paymentFailures.length);
    expect(declineText('something-new', language)).toBe(translator(language)('payments-decline.declined'));
  },
);
