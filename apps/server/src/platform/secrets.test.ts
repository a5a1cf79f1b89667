import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Secrets } from './secrets.ts';

const [older, newer] = ['older', 'newer'].map((id) => ({ id, key: randomBytes(32) }));
if (!older || !newer) throw new Error('two keys');
const before = new Secrets([older]);
const after = new Secrets([newer, older]);

test('a sealed text opens for its purpose only, also after its key became an earlier one', () => {
  const sealed = before.seal('1234', 'pin');
  expect(sealed.keyId).toBe('older');
  expect(after.open(sealed, 'pin')).toBe('1234');
  expect(() => after.open(sealed, 'token')).toThrow();
  expect(() => after.open({ ...sealed, keyId: 'newer' }, 'pin')).toThrow();
});

test('new values are made with the first key', () => {
  expect(after.currentKeyId).toBe('newer');
  const sealed = after.seal('1234', 'pin');
  expect(sealed.keyId).toBe('newer');
  expect(new Secrets([newer]).open(sealed, 'pin')).toBe('1234');
  expect(() => before.open(sealed, 'pin')).toThrow('SECRET_KEYS lacks the key "newer"');
});

test('a keyed hash is by the current key, or by the one that an earlier hash was made with', () => {
  expect(after.hmac('1234')).toEqual(new Secrets([newer]).hmac('1234'));
  expect(after.hmac('1234', 'older')).toEqual(before.hmac('1234'));
  expect(after.hmac('1234')).not.toEqual(before.hmac('1234'));
});
