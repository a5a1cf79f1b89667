import { expect, test } from 'vitest';
import { logError } from './log-error.ts';

test('[MAIL-2] an error in the log has no e-mail address, and neither has its cause', () => {
  const cause = Object.assign(new Error('550 <Ann.O+bills@mail.example.com>: gone'), {
    code: 'EENVELOPE',
    response: '550 <ann@example.com>: gone',
    rejected: ['ann@example.com'],
  });
  const error = new Error('Key (email_address)=(ann@example.com) exists', { cause });
  const logged = logError(Object.assign(error, { detail: 'Failing row: ann@example.com', code: '23505' }));
  expect(logged).toMatchObject({
    type: 'Error',
    code: '23505',
    message: 'Key (email_address)=(<address>) exists',
    cause: { code: 'EENVELOPE', message: '550 <<address>>: gone' },
  });
  expect(JSON.stringify(logged)).not.toMatch(/example\.com|Ann/i);
});

test.each(['ana@müller.example', 'почта@пример.рф', 'smith&sons@example.com', '用户@例え.テスト'])(
  '[MAIL-2] an error in the log does not have %s',
  (address) => {
    expect(logError(new Error(`550 <${address}>: gone`))).toMatchObject({ message: '550 <<address>>: gone' });
  },
);

test('an error keeps its stack with the paths of packages, and the errors that it collects', () => {
  const error = new AggregateError([new TypeError('first'), 'second@example.com'], 'both failed');
  error.stack = 'at run (/srv/node_modules/@fastify/static/index.js:10:3)';
  expect(logError(error)).toEqual({
    type: 'AggregateError',
    message: 'both failed',
    stack: 'at run (/srv/node_modules/@fastify/static/index.js:10:3)',
    errors: [expect.objectContaining({ type: 'TypeError', message: 'first' }), '<address>'],
  });
});
