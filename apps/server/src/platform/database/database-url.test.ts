import { expect, test } from 'vitest';
import { splitDatabaseUrl } from './database-url.ts';

test.each([
  ['postgres://a:p@db:5432/name', ['postgres://a:p@db:5432/name']],
  ['postgresql://db/name?sslmode=verify-full', ['postgresql://db/name?sslmode=verify-full']],
  ['postgres://a:p@%2Ftmp%2Fx:5432/name', ['postgres://a:p@%2Ftmp%2Fx:5432/name']],
  [
    'postgres://a:p@one:5432,two:5433/name?target_session_attrs=read-write&sslmode=require',
    ['postgres://a:p@one:5432/name?sslmode=require', 'postgres://a:p@two:5433/name?sslmode=require'],
  ],
  ['postgres://one,two/name?target_session_attrs=primary', ['postgres://one/name', 'postgres://two/name']],
])('[HOSTS-1] reads %s', (text, urls) => {
  expect(splitDatabaseUrl(text)).toEqual(urls);
});

test.each([
  'mysql://x/y',
  'postgres://',
  'postgres://one,/name',
  'postgres://one:x,two/name',
  'postgres://one,two/name?target_session_attrs=standby',
  'one,two',
])('[HOSTS-1] refuses %s', (text) => {
  expect(splitDatabaseUrl(text)).toBeUndefined();
});
