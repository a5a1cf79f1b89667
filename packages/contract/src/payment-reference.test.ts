import { describe, expect, test } from 'vitest';
import { formatReference, parseReference } from './payment-reference.ts';

describe('a payment reference', () => {
  test('[PAY-7] is shown in two groups of four', () => {
    expect(formatReference('7K3MQ9TX')).toBe('7K3M-Q9TX');
  });

  test.each([
    ['as shown', '7K3M-Q9TX', '7K3MQ9TX'],
    ['without the hyphen', '7K3MQ9TX', '7K3MQ9TX'],
    ['in lower case, with spaces', ' 7k3m q9tx ', '7K3MQ9TX'],
    ['with letters that read like digits', 'OoIi-LlAZ', '001111AZ'],
  ])('[PAY-7] is read %s', (_how, typed, reference) => {
    expect(parseReference(typed)).toBe(reference);
  });

  test.each(['', '7K3MQ9T', '7K3MQ9TX0', '7K3MQ9TU', '7K3M_Q9TX', 'É0000000'])(
    '[PAY-7] “%s” is none',
    (typed) => {
      expect(parseReference(typed)).toBeUndefined();
    },
  );
});
