import { expect, test } from 'vitest';
import { accountOf } from '../../testing/customers.ts';
import { contactForm, pinForm } from './account-fields.ts';
import { conflictsOf, isChanged, mergedValues, withTheirs } from './account-form.rules.ts';

const account = accountOf('1');
const withCustomer = (customer: Partial<typeof account.customer>) => ({
  ...account,
  customer: { ...account.customer, ...customer },
});
const base = contactForm.valuesOf(account);
const phone = { base, values: { ...base, phoneNumber: '5550100188' } };

test('[CONTACT-1] what others changed stays, where the customer set something else', () => {
  const theirs = withCustomer({ emailAddress: 'theirs@example.com' });
  expect(conflictsOf(contactForm, phone, theirs)).toEqual([]);
  expect(mergedValues(contactForm, phone, theirs)).toEqual({
    ...base,
    emailAddress: 'theirs@example.com',
    phoneNumber: '5550100188',
  });
});

test('[CONTACT-1] the same value set twice is a conflict, unless both set it alike', () => {
  const theirs = withCustomer({ phoneNumber: '5550100199' });
  expect(conflictsOf(contactForm, phone, theirs)).toEqual([
    { field: 'phoneNumber', theirs: '5550100199', mine: '5550100188' },
  ]);
  expect(conflictsOf(contactForm, phone, withCustomer({ phoneNumber: '5550100188' }))).toEqual([]);
  expect(conflictsOf(contactForm, phone, withCustomer({ phoneNumber: null }))).toEqual([
    { field: 'phoneNumber', theirs: '', mine: '5550100188' },
  ]);
});

test('[CONTACT-1] giving up a value in conflict keeps the others', () => {
  const both = { base, values: { ...base, emailAddress: 'mine@example.com', phoneNumber: '5550100188' } };
  const theirs = withCustomer({ phoneNumber: '5550100199' });
  const after = withTheirs(contactForm, both, theirs);
  expect(after.values).toEqual({ ...base, emailAddress: 'mine@example.com', phoneNumber: '5550100199' });
  expect(isChanged(after)).toBe(true);
});

test('[PIN-1] a PIN that the form never showed is in conflict with nothing', () => {
  const open = { base: { PIN: '' }, values: { PIN: '9182' } };
  expect(conflictsOf(pinForm, open, withCustomer({ PIN: '4071' }))).toEqual([]);
});
