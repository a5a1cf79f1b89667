import type { FeatureWord } from './feature-word.ts';

/** Files by path below the checkout. */
export type Files = Record<string, string>;

/** The contract and the server's part of a new feature: one call that shows it for one of the caller's accounts. */
export function serverFiles(feature: FeatureWord): Files {
  const folder = `apps/server/src/features/${feature.word}/${feature.word}`;
  return {
    [`packages/contract/src/${feature.word}.ts`]: contractFile(feature),
    [`${folder}.routes.ts`]: routesFile(feature),
    [`${folder}.service.ts`]: serviceFile(feature),
    [`${folder}.routes.test.ts`]: routesTestFile(feature),
  };
}

function contractFile({ word, camel, pascal, title }: FeatureWord): string {
  return `import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { opaqueId } from './text.ts';

export const ${camel} = z.object({ account_num: z.string() });
export type ${pascal} = z.infer<typeof ${camel}>;

export const show${pascal} = endpoint({
  method: 'GET',
  path: '/${word}',
  summary: '${title} of one account.',
  requirement: '${word.toUpperCase()}-1',
  query: z.object({ AccountNumber: opaqueId }),
  reply: ${camel},
  problems: [],
});
`;
}

function routesFile({ word, pascal }: FeatureWord): string {
  return `import * as contract from '@myaccount/contract/${word}';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import { show${pascal} } from './${word}.service.ts';

/** ${word.toUpperCase()}-1. */
export function register${pascal}Routes(endpoints: Endpoints, portal: Portal): void {
  endpoints.signedIn(contract.show${pascal}, ({ caller, query }) =>
    show${pascal}(portal, caller, query.AccountNumber),
  );
}
`;
}

function serviceFile({ word, pascal, title }: FeatureWord): string {
  return `import type { ${pascal} } from '@myaccount/contract/${word}';
import type { Caller } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import { getAccount } from '../accounts/accounts.service.ts';

/** ${title} of one of the caller’s accounts; refuses somebody else’s like one that does not exist. */
export async function show${pascal}(
  portal: Portal,
  caller: Caller,
  accountNumber: string,
): Promise<${pascal}> {
  const account = await getAccount(portal, caller, accountNumber);
  return { account_num: account.accountNumber };
}
`;
}

function routesTestFile({ word, title }: FeatureWord): string {
  const name = `[${word.toUpperCase()}-1] ${title.toLowerCase()}`;
  return `import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltLogin, buildLogin } from '../../testing/builders/login.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
let login: BuiltLogin;
let token: string;

beforeAll(async () => {
  portal = await startTestPortal();
  login = await buildLogin(portal.db);
  token = await portal.signIn(login.emailAddress);
});
afterAll(() => portal.close());

function show(accountNumber: string, as?: string) {
  return portal.get('/${word}', { AccountNumber: accountNumber }, as);
}

test('${name} of the own account is shown', async () => {
  const answer = await show(login.account.accountNumber, token);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ account_num: login.account.accountNumber });
});

test('${name} is shown to nobody who is signed out', async () => {
  expect((await show(login.account.accountNumber)).statusCode).toBe(401);
});

test('${name} of somebody else’s account is not there', async () => {
  const other = await buildLogin(portal.db);
  expect((await show(other.account.accountNumber, token)).statusCode).toBe(404);
});
`;
}
