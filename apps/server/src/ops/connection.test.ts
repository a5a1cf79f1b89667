import { expect, test } from 'vitest';
import { connectionAdvice } from '../platform/database/connection-advice.ts';
import { forFile } from '../testing/for-tests.ts';
import { startTestPortal, testSettings } from '../testing/portal.ts';
import { runOps } from '../testing/run-ops.ts';
import { findFreePort } from '../testing/server-process.ts';

const portal = forFile(() => startTestPortal());
const someId = '01a220ec-57ad-7674-bf3f-68e4e53ffcf2';
const by = ['--by', 'Kim'];

/** What is given to each command that works with the database of the settings. */
const given: Readonly<Record<string, readonly string[]>> = {
  import: ['docs/import-example.jsonl'],
  generate: ['--accounts', '1'],
  check: [],
  migrate: [],
  distribute: [],
  find: ['1'],
  show: ['1'],
  audit: ['1'],
  'manual-review': [],
  'settle-payment': [someId, '--as', 'charged', ...by],
  refund: [someId, '--reason', 'x', ...by],
  'settle-refund': [someId, '--as', 'not-refunded', ...by],
  'return-payment': [someId, '--reason', 'R01', ...by],
  'autopay-run': ['--as-of', '2026-11-24'],
  'reconcile-processor': ['--since', '2026-11-24T17:00:00Z', '--dry-run'],
  'confirm-charge': ['1', ...by],
  'export-payments': [],
  'void-invoice': ['1', '--reason', 'wrong', ...by],
  'end-sessions': ['1', ...by],
  'unlock-login': ['a@example.com', ...by],
  'verify-pin': ['1', ...by],
  'change-login': ['a@example.com', '--to', 'b@example.com', '--reason', 'lost', ...by],
  'appointment-link': ['1', ...by],
};
/** They need no database, or work with a folder's. */
const others = [
  'billing',
  'generate-keys',
  'backup',
  'restore',
  'probe-services',
  'settle-verification',
  'help',
];

const run = (name: string, url: string) =>
  runOps(testSettings(url, { DATABASE_OWNER_URL: url }), [name, ...(given[name] ?? [])], '4821\n');

test('[OPS-1] every command is here', async () => {
  const { out } = await runOps({}, ['--help']);
  const names = [...out.matchAll(/^ {2}([a-z-]+)(?= )/gm)].map(([, name]) => name);
  expect(names.filter((name) => name && !(name in given) && !others.includes(name))).toEqual([]);
});

test.each(Object.keys(given))(
  '[OPS-1] %s says in one sentence that the database cannot be used',
  async (name) => {
    const { databaseUrl } = portal.portal.config;
    const wrongPassword = Object.assign(new URL(databaseUrl), { password: 'wrong' }).href;
    const cases = [
      [
        `postgres://x:x@127.0.0.1:${await findFreePort()}/x`,
        /the database cannot be reached; .*\(ECONNREFUSED\)/,
      ],
      [databaseUrl.replace(/[^/]+$/, 'nowhere'), /the database does not exist; .*\(3D000\)/],
      [wrongPassword, /the database refuses the login; .*\(28P01\)/],
      [`${databaseUrl}?sslmode=verify-full`, /does not support SSL/],
    ] as const;
    for (const [url, sentence] of cases) {
      const { code, err } = await run(name, url);
      expect(code).toBe(1);
      const said = err
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('Reading: '));
      expect(said).toEqual([expect.stringMatching(sentence)]);
    }
  },
);

test.each(['DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
  '[OPS-1] %s is a certificate that is not trusted',
  (code) =>
    expect(connectionAdvice(Object.assign(new Error(), { code }))).toMatch(/is not trusted; .*sslrootcert/),
);
