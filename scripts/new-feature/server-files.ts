import type { FeatureCall } from './feature-call.ts';

/** Files by path below the checkout. */
export type Files = Readonly<Record<string, string>>;

/** Returns the modules of a call in contract and server: one call for one of the caller's accounts. */
export function serverModules(call: FeatureCall): Files {
  const file = `apps/server/src/features/${call.word}/${call.word}`;
  return {
    [`packages/contract/src/${call.word}.ts`]: contractModule(call),
    [`${file}.feature.ts`]: featureModule(call),
  };
}

/** Returns the test of a call over HTTP. */
export function routesTest(call: FeatureCall): string {
  const { word, title, requirement, method, hasBody } = call;
  const name = `[${requirement}] ${method} ${title.toLowerCase()}`;
  const send = hasBody
    ? `payload: { accountNumber },
    headers: token ? { authorization: \`Bearer \${token}\` } : {},`
    : `query: { AccountNumber: accountNumber },
    headers: token ? { authorization: \`Bearer \${token}\` } : {},`;
  return `import { apiPath } from '@myaccount/contract/endpoint';
import { beforeAll, expect, test } from 'vitest';
import { type BuiltLogin, buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';

const portal = forFile(() => startTestPortal());
let login: BuiltLogin;
let ownToken: string;

beforeAll(async () => {
  login = await buildLogin(portal.db);
  ownToken = await portal.signIn(login.emailAddress);
});

function send(accountNumber: string, token?: string) {
  return portal.inject({
    method: '${method}',
    url: \`\${apiPath}/${word}\`,
    ${send}
  });
}

test('${name}: answers the account\\'s user', async () => {
  const response = await send(login.account.accountNumber, ownToken);
  expect(response.statusCode, response.body).toBe(200);
  expect(response.json()).toEqual({ account_num: login.account.accountNumber });
});

test('${name}: refuses without a session', async () => {
  expect((await send(login.account.accountNumber)).statusCode).toBe(401);
});

test('${name}: somebody else\\'s account does not exist', async () => {
  const other = await buildLogin(portal.db);
  expect((await send(other.account.accountNumber, ownToken)).statusCode).toBe(404);
});
`;
}

function contractModule({
  word,
  camel,
  pascal,
  title,
  name,
  method,
  hasBody,
  requirement,
}: FeatureCall): string {
  const input = hasBody
    ? 'body: z.strictObject({ accountNumber: opaqueId })'
    : 'query: z.object({ AccountNumber: opaqueId })';
  return `import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { opaqueId } from './text.ts';

export const ${camel}Reply = z.object({ account_num: z.string() });

export type ${pascal}Reply = z.infer<typeof ${camel}Reply>;

export const ${name} = endpoint({
  operationId: '${name}',
  feature: '${word}',
  method: '${method}',
  path: '/${word}',
  summary: '${title} of one account.',
  requirement: '${requirement}',
  ${input},
  reply: ${camel}Reply,
  problems: ['request.not-found'],
});
`;
}

/** Returns the registration of a call, as it appears in the feature's routes. */
export function registration({ name, hasBody }: FeatureCall): string {
  const [input, accountNumber] = hasBody ? ['body', 'body.accountNumber'] : ['query', 'query.AccountNumber'];
  return `  endpoints.signedIn(contract.${name}, async ({ caller, ${input} }) => {
    const account = await getAccount(portal, caller, ${accountNumber});
    return { account_num: account.accountNumber };
  });
`;
}

function featureModule(call: FeatureCall): string {
  const { word, camel, pascal, title, requirement } = call;
  return `import * as contract from '@myaccount/contract/${word}';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import { getAccount } from '../accounts/accounts.service.ts';
import type { Feature } from '../feature.ts';

/** Registers ${requirement}. */
function register${pascal}Routes(endpoints: Endpoints, portal: Portal): void {
${registration(call)}}

/** ${title}. */
export const ${camel}: Feature = { tags: { '${word}': '${title}.' }, routes: register${pascal}Routes };
`;
}
