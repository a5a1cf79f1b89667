import { expect, test } from 'vitest';
import {
  findAddressFailures,
  findEmailFailure,
  findPhoneFailure,
  findPinFailure,
  findPreferenceFailure,
  includesTexts,
} from './account-fields.ts';
import type { PostalAddress } from './address-lines.ts';

const address: PostalAddress = {
  streetNrFirst: '120',
  streetNrLast: '',
  streetName: 'Maple Street',
  city: 'Columbus',
  state: 'OH',
  country: 'USA',
  postCode: '43215',
};

test.each([
  ['6145550100', undefined],
  ['', 'required'],
  ['614555010', 'invalid'],
  ['61455501000', 'invalid'],
  ['614 555 01', 'invalid'],
  ['٠١٢٣٤٥٦٧٨٩', 'invalid'],
  ['6145550100\n', 'invalid'],
])('[CONTACT-1] phone number %j: %s', (phone, code) => {
  expect(findPhoneFailure(phone, 10)).toBe(code);
});

test.each([
  ['ana@example.com', undefined],
  ['', 'required'],
  ['ana', 'invalid'],
  ['ana@', 'invalid'],
  ['ana@example', 'invalid'],
  [`${'a'.repeat(250)}@example.com`, 'invalid'],
])('[CONTACT-1] e-mail address %j: %s', (email, code) => {
  expect(findEmailFailure(email, false)).toBe(code);
});

test.each([
  ['0000', undefined],
  ['', 'required'],
  ['123', 'invalid'],
  ['12345', 'invalid'],
  ['12a4', 'invalid'],
])('[PIN-1] PIN %j: %s', (pin, code) => {
  expect(findPinFailure(pin, 4)).toBe(code);
});

test.each([
  [{}, []],
  [{ postCode: '43215-1234' }, []],
  [{ postCode: '432151234' }, []],
  [{ postCode: '43215-12' }, [['postCode', 'invalid']]],
  [{ postCode: '4321-51234' }, [['postCode', 'invalid']]],
  [{ country: 'US' }, []],
  [{ country: 'Mexico' }, [['country', 'invalid']]],
  [{ streetName: '' }, []],
  [{ streetName: '', streetNrFirst: '', streetNrLast: '9' }, []],
  [{ streetName: '', streetNrFirst: '' }, [['streetName', 'required']]],
  [
    { city: '', state: '' },
    [
      ['city', 'required'],
      ['state', 'required'],
    ],
  ],
  [
    { country: '', postCode: '' },
    [
      ['country', 'required'],
      ['postCode', 'required'],
    ],
  ],
  [
    { country: 'Mexico', postCode: '4321a' },
    [
      ['country', 'invalid'],
      ['postCode', 'invalid'],
    ],
  ],
  [{ postCode: '43215\u0000' }, [['postCode', 'characters']]],
  [{ city: 'A\u2028B' }, [['city', 'characters']]],
] as const)('[ADDRESS-1] an address with %j: %j', (changes, failures) => {
  const found = findAddressFailures({ ...address, ...changes }, 5);
  expect(found.map(({ field, code }) => [field, code])).toEqual(failures);
});

test('[NOTIFY-1] the last channel cannot be switched off; none yet can stay none', () => {
  expect(findPreferenceFailure('', 'Email')).toBe('required');
  expect(findPreferenceFailure('', '')).toBeUndefined();
  expect(findPreferenceFailure('Text', 'Email')).toBeUndefined();
  expect((['', 'Email', 'Text', 'Text & Email'] as const).map(includesTexts)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
