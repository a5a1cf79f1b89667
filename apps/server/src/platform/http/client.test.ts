import { expect, test } from 'vitest';
import { networkNameOf, networksOf } from './client.ts';

const unknown = { client: 'unknown', site: null, range: 'unknown' };

test.each([
  ['203.0.113.77', { client: '203.0.113.77', site: null, range: '203.0.113.0/24' }],
  ['::ffff:203.0.113.77', { client: '203.0.113.77', site: null, range: '203.0.113.0/24' }],
  ['::FFFF:cb00:714d', { client: '203.0.113.77', site: null, range: '203.0.113.0/24' }],
  [
    '2001:db8:1:2ff:a:b:c:d',
    { client: '2001:db8:1:2ff::/64', site: '2001:db8:1:200::/56', range: '2001:db8:1::/48' },
  ],
  [
    '2001:0DB8:0001:0200::1',
    { client: '2001:db8:1:200::/64', site: '2001:db8:1:200::/56', range: '2001:db8:1::/48' },
  ],
  ['::1', { client: '::/64', site: '::/56', range: '::/48' }],
  ['fe80::1%eth0', { client: 'fe80::/64', site: 'fe80::/56', range: 'fe80::/48' }],
  ['', unknown],
  ['unknown', unknown],
  ['203.0.113.77:80', unknown],
])('[SIGNIN-8] networks of “%s”', (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
});

test.each([
  ['203.0.113.77', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113.x'],
  ['2001:db8:1:2ff:a:b:c:d', '2001:db8:1:x'],
  ['2001:db8::1', '2001:db8:x'],
  ['::1', ':x'],
  ['', '—'],
  ['unknown', '—'],
])('[SESSIONS-1] “%s” is shown as “%s”', (address, name) => {
  expect(networkNameOf(address)).toBe(name);
});
