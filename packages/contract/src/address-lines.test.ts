import { expect, test } from 'vitest';
import { addressLines, isDomestic, type PostalAddress, streetOf } from './address-lines.ts';

const address: PostalAddress = {
  streetNrFirst: '118',
  streetNrLast: '',
  streetName: 'Orchard Lane',
  city: 'Fairview',
  state: 'NY',
  country: 'USA',
  postCode: '12345',
};

test.each([
  [{}, '118 Orchard Lane'],
  [{ streetNrLast: '120' }, '118–120 Orchard Lane'],
  [{ streetNrLast: 'Apt 4' }, '118 Orchard Lane, Apt 4'],
  [{ streetNrLast: '4B' }, '118 Orchard Lane, 4B'],
  [{ streetNrLast: '# 120' }, '118 Orchard Lane, # 120'],
  [{ streetNrLast: '4' }, '118 Orchard Lane, 4'],
  [{ streetNrLast: '118' }, '118 Orchard Lane, 118'],
  [{ streetNrFirst: '118A', streetNrLast: '120' }, '118A Orchard Lane, 120'],
  [{ streetNrFirst: '' }, 'Orchard Lane'],
  [{ streetNrFirst: '', streetNrLast: 'Apt 4' }, 'Orchard Lane, Apt 4'],
  [{ streetName: '', streetNrLast: '120' }, '118–120'],
  [{ streetName: '', streetNrFirst: '', streetNrLast: '' }, ''],
])('[FACE-1] %j reads “%s”', (over, street) => {
  expect(streetOf({ ...address, ...over })).toBe(street);
});

test.each([
  [{}, 'Fairview, NY 12345'],
  [{ postCode: '12345-6789' }, 'Fairview, NY 12345-6789'],
  [{ postCode: '123456789' }, 'Fairview, NY 12345-6789'],
  [{ city: '' }, 'NY 12345'],
  [{ state: '', postCode: '' }, 'Fairview'],
  [{ state: '' }, 'Fairview, 12345'],
  [{ country: 'U.S.A.' }, 'Fairview, NY 12345'],
  [{ city: 'CDMX', state: '', postCode: '066001234', country: 'Mexico' }, 'CDMX, 066001234 | Mexico'],
  [{ city: 'Toronto', state: 'ON', postCode: 'M5V 2T6', country: 'Canada' }, 'Toronto, ON M5V 2T6 | Canada'],
  [{ city: '', state: '', postCode: '' }, ''],
])('[ADDRESS-1] the lines after the street of %j: %s', (over, lines) => {
  const [street, ...rest] = addressLines({ ...address, ...over });
  expect(street).toBe('118 Orchard Lane');
  expect(rest.join(' | ')).toBe(lines);
});

test.each([
  ['USA', true],
  ['us', true],
  ['United States of America', true],
  ['', true],
  ['Mexico', false],
  ['United Kingdom', false],
])('[ADDRESS-1] whether “%s” is the USA: %s', (country, domestic) => {
  expect(isDomestic(country)).toBe(domestic);
});
