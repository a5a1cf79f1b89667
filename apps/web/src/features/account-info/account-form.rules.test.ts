import { expect, test } from 'vitest';
import { addressOf } from '../../testing/account-info.ts';
import { accountOf } from '../../testing/customers.ts';
import { addressForm, contactForm } from './account-fields.ts';
import { conflictsOf, isChanged, mergedValues, withTheirs } from './account-form.rules.ts';

const account = accountOf('1');
const withCustomer = (customer: Partial<typeof account.customer>) => ({
  ...account,
  customer: { ...account.customer, ...customer },
});
const base = contactForm.valuesOf(account);
const phone = { base, values: { ...base, phoneNumber: '5550100188' } };

test('[EDIT-1] a form is changed while any value differs from what it began with', () => {
  expect(isChanged({ base, values: base })).toBe(false);
  expect(isChanged(phone)).toBe(true);
});

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

test('[ADDRESS-1] an address is kept or given up as a whole', () => {
  const before = { ...account, customerAddress: [addressOf('Billing')] };
  const theirs = { ...account, customerAddress: [addressOf('Billing', { city: 'Newtown' })] };
  const start = addressForm.valuesOf(before);
  const open = { base: start, values: { ...start, postCode: '54321' } };
  expect(conflictsOf(addressForm, open, theirs)).toEqual([
    { field: 'city', theirs: 'Newtown', mine: 'Fairview' },
  ]);
  expect(mergedValues(addressForm, open, theirs)).toEqual(open.values);
  const after = withTheirs(addressForm, open, theirs);
  expect(after.values).toMatchObject({ city: 'Newtown', postCode: '12345' });
  expect(isChanged(after)).toBe(false);
});
