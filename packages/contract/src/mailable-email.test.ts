import { describe, expect, test } from 'vitest';
import { findEmailFailure } from './account-fields.ts';
import { hasInvisible, isEmailAddress, typedEmail } from './email-address.ts';
import { comparableEmail, isMailable, needsSmtpUtf8, storedEmail } from './mailable-email.ts';
import {
  invisibleCharacters,
  mailableAddresses,
  unmailableAddresses,
  utf8Addresses,
} from './testing/email-addresses.ts';

describe('an address', () => {
  test.each(mailableAddresses)('%j can be mailed, and is compared as %j', (address, comparable) => {
    expect(isMailable(address)).toBe(true);
    expect(isEmailAddress(address)).toBe(true);
    expect(needsSmtpUtf8(address)).toBe(false);
    expect(comparableEmail(address)).toBe(comparable);
    expect(comparableEmail(comparable)).toBe(comparable);
    expect(findEmailFailure(address, false)).toBeUndefined();
  });

  test.each(utf8Addresses)('%j needs SMTPUTF8, and is compared as %j', (address, comparable) => {
    expect([isMailable(address), needsSmtpUtf8(address)]).toEqual([true, true]);
    expect(comparableEmail(address)).toBe(comparable);
    expect([findEmailFailure(address, true), findEmailFailure(address, false)]).toEqual([
      undefined,
      'characters',
    ]);
  });

  test.each(unmailableAddresses)('%j cannot be mailed', (address) => {
    expect(findEmailFailure(address, true)).toBe('invalid');
  });

  test.each(invisibleCharacters.map((character) => [character]))(
    'with %j is refused, and typed it is one without',
    (character) => {
      for (const address of [`pa${character}t@example.com`, `pat@exa${character}mple.com`]) {
        expect(findEmailFailure(address, true)).toBe('characters');
        expect(hasInvisible(address)).toBe(true);
        expect([typedEmail(` ${address} `), comparableEmail(address)]).toEqual([
          'pat@example.com',
          'pat@example.com',
        ]);
      }
    },
  );

  test.each([
    ['Pat@MÜLLER.example', 'Pat@xn--mller-kva.example'],
    ['Pat@Example.COM', 'Pat@Example.COM'],
    ['José@Example.COM', 'José@Example.COM'],
  ])('%j is stored as %j', (address, stored) => {
    expect(storedEmail(address)).toBe(stored);
  });

  test('that is none is compared as it is', () => {
    expect(comparableEmail(' Nobody ')).toBe('nobody');
    expect(comparableEmail('A@B C')).toBe('a@b c');
  });
});
