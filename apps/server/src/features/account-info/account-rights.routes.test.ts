import { readFileSync } from 'node:fs';
import {
  type AccountPart,
  accountRights,
  isHolder,
  type PartRights,
} from '@myaccount/contract/account-rights';
import type { Holder } from '@myaccount/contract/rights';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  type AccountSaver,
  buildSaver,
  loadInfo,
  saveInfo,
  withBilling,
  withCustomer,
} from '../../testing/account-saver.ts';
import { buildSecondAccount } from '../../testing/builders/account.ts';
import { buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { changeRows } from '../../testing/rows.ts';
import { listAudit, listMails } from '../../testing/traces.ts';

const minuteMs = 60_000;
const oldSessionMs = 16 * minuteMs;
const portal = forFile(() =>
  startTestPortal({ LOGIN_SECONDS_BETWEEN_CODES: '0', LOGIN_TRIES_PER_CLIENT: '10000' }),
);

/** What makes a caller the holder of each right, and no more. */
const standings: Readonly<Record<Holder, () => Promise<AccountSaver>>> = {
  user: () => buildSaver(portal, 'member'),
  primary: async () => {
    const saver = await buildSaver(portal);
    // Only somebody else may use it.
    await buildLogin(portal.db, { account: await buildSecondAccount(portal.db, saver.account) });
    return { ...saver, info: await loadInfo(portal, saver) };
  },
  'contact-owner': () => buildSaver(portal),
};

/** The parts that API-17 saves: a body with another value, and one with the value on record. */
const saves = {
  emailAddress: [
    (saver) => withCustomer(saver, { emailAddress: `new-${saver.emailAddress}` }),
    (saver) => withCustomer(saver, {}),
  ],
  phoneNumber: [
    (saver) => withCustomer(saver, { phoneNumber: '6145550163' }),
    (saver) => withCustomer(saver, {}),
  ],
  pin: [(saver) => withCustomer(saver, { PIN: '9075' }), (saver) => withCustomer(saver, { PIN: '4821' })],
  billingAddress: [(saver) => withBilling(saver, { city: 'Dublin' }), (saver) => withBilling(saver, {})],
  preference: [
    (saver) => withCustomer(saver, { notificationPreference: 'Text & Email', PIN: null }),
    (saver) => withCustomer(saver, {}),
  ],
} satisfies Partial<
  Record<
    AccountPart,
    readonly [different: (saver: AccountSaver) => object, equal: (saver: AccountSaver) => object]
  >
>;
type SavedPart = keyof typeof saves;
const texts = { consents: [{ kind: 'texts', textVersion: '1', language: 'en' }] };

interface Attempt {
  readonly part: SavedPart;
  readonly holder: Holder;
  readonly isFresh: boolean;
  readonly isCurrent: boolean;
  readonly isEqual: boolean;
}

/** Saves as the attempt says, and returns status and code with every trace that it left. */
async function save({ part, holder, isFresh, isCurrent, isEqual }: Attempt) {
  const saver = await standings[holder]();
  const [different, equal] = saves[part];
  const loaded = { ...saver, info: { ...saver.info, customer: { ...saver.info.customer, PIN: null } } };
  const body = {
    ...(isEqual ? equal : different)(loaded),
    ...(part === 'preference' && !isEqual ? texts : {}),
    ...(isCurrent ? {} : { version: -1 }),
  };
  if (!isFresh) portal.clock.advance(oldSessionMs);
  const response = await saveInfo(portal, saver, body);
  if (!isFresh) portal.clock.advance(-oldSessionMs);
  const { rows: limits } = await sql<{ points: number }>`
    select points from rate_limit where key like ${`%${saver.loginId}%`} order by key`.execute(portal.db);
  return {
    status: response.statusCode,
    code: response.json().code ?? response.json().StatusCode,
    audit: (await listAudit(portal, saver)).map(({ action }) => action),
    mails: (await listMails(portal, saver)).map(({ template }) => template),
    limits: limits.map(({ points }) => points),
  };
}

/** What the table says of an attempt. */
function expectedOf({ part, holder, isFresh, isCurrent, isEqual }: Attempt): [number, string] {
  const rights = accountRights[part];
  const standing = {
    role: holder === 'user' ? 'member' : 'primary',
    ownsContact: holder === 'contact-owner',
  } as const;
  const isSecret = 'isSecret' in rights;
  if (isSecret && !isFresh) return [403, 'fresh-code-needed'];
  if (isEqual && isHolder(standing, rights.read)) return [200, '00'];
  if (!isHolder(standing, rights.set)) return [403, 'account-info.primary-only'];
  if (!isCurrent) return [409, 'account-info.stale'];
  if ('isFresh' in rights.set && !isFresh) return [403, 'fresh-code-needed'];
  return [200, '00'];
}

const both = [true, false];
const holders = Object.keys(standings) as Holder[];
const cases = (Object.keys(saves) as SavedPart[]).flatMap((part) =>
  holders.map((holder) => [part, holder] as const),
);

describe('[API-17, CONTACT-1, PIN-1, NOTIFY-1] the table of rights holds', () => {
  test.each(cases)('for %s saved by a holder of “%s”', async (part, holder) => {
    for (const isFresh of both) {
      for (const isCurrent of both) {
        for (const isEqual of both) {
          const attempt = { part, holder, isFresh, isCurrent, isEqual };
          const { status, code } = await save(attempt);
          expect([status, code], JSON.stringify(attempt)).toEqual(expectedOf(attempt));
        }
      }
    }
  });

  const secrets = cases.filter(
    ([part, holder]) =>
      'isSecret' in accountRights[part] &&
      !(holder !== 'user' && accountRights[part].read.holder === 'primary'),
  );
  test.each(secrets)(
    '[PIN-2] entering %s as a holder of “%s” answers and leaves the same, equal or not',
    async (part, holder) => {
      for (const isFresh of both) {
        for (const isCurrent of both) {
          const attempt = { part, holder, isFresh, isCurrent };
          expect(await save({ ...attempt, isEqual: true })).toEqual(
            await save({ ...attempt, isEqual: false }),
          );
        }
      }
    },
  );
});

test.each(holders)(
  '[PIN-2, API-1] a holder of “%s” reads what the table says, and learns that a PIN is set',
  async (holder) => {
    const saver = await standings[holder]();
    const { role, ownsContact } = saver.info;
    const mayRead = isHolder({ role, ownsContact }, accountRights.pin.read);
    expect([role, ownsContact]).toEqual([
      holder === 'user' ? 'member' : 'primary',
      holder === 'contact-owner',
    ]);
    expect(saver.info.customer).toMatchObject({ PIN: mayRead ? '4821' : null, hasPin: true });
    portal.clock.advance(oldSessionMs);
    const later = await loadInfo(portal, saver);
    portal.clock.advance(-oldSessionMs);
    expect(later.customer).toMatchObject({ PIN: null, hasPin: true });
  },
);

test('[CONTACT-3] a pending address is cancelled by who saved it and by a primary user, and proved only by its owner', async () => {
  const owner = await buildSaver(portal);
  const save = await saveInfo(
    portal,
    owner,
    withCustomer(owner, { emailAddress: `next-${owner.emailAddress}` }),
  );
  expect(save.statusCode).toBe(200);
  const member = await buildLogin(portal.db, { account: owner.account, role: 'member' });
  const body = { accountNumber: owner.account.accountNumber };
  const cancel = async (token: string) =>
    (await portal.post('/customer/account/email-proof/cancel', body, token)).statusCode;
  expect(await cancel(await portal.signIn(member.emailAddress))).toBe(403);
  expect((await loadInfo(portal, owner)).pendingEmailAddress).toBe(`next-${owner.emailAddress}`);
  await changeRows(portal.db, 'login_account', { login_id: owner.loginId }, { role: 'member' });
  const resent = await portal.post('/customer/account/email-proof', body, owner.token);
  expect([resent.statusCode, resent.json().code]).toEqual([403, 'account-info.primary-only']);
  expect(await cancel(owner.token)).toBe(200);
  expect((await loadInfo(portal, owner)).pendingEmailAddress).toBeNull();
});

test('docs/security.md has the table of rights', () => {
  const page = readFileSync(new URL('../../../../../docs/security.md', import.meta.url), 'utf8');
  const words = {
    user: 'every user',
    primary: 'primary',
    'contact-owner': 'primary of every account that shows it',
  };
  const inWords = ({ holder, ...right }: { holder: Holder; isFresh?: boolean }) =>
    `${words[holder]}${right.isFresh ? ', fresh session' : ''}`;
  const rows = Object.entries(accountRights).map(
    ([part, { read, set }]: [string, PartRights]) =>
      `| \`${part}\` | ${inWords(read)} | ${set ? inWords(set) : 'nobody'} |`,
  );
  expect(page).toContain(rows.join('\n'));
});
