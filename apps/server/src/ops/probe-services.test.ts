import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildLogin } from '../testing/builders/login.ts';
import { buildMethod } from '../testing/builders/payment-method.ts';
import { forFile } from '../testing/for-tests.ts';
import { type Payer, type PayingTestPortal, startPayingPortal } from '../testing/paying-portal.ts';
import { runOps } from '../testing/run-ops.ts';
import { type OtherName, otherNames, startServiceProxy, type WireChange } from '../testing/service-proxy.ts';
import { callFieldService } from '../testing/visits.ts';
import { probes } from './probe-calls.ts';
import { hostRefusals } from './probe-hosts.ts';

let portal: PayingTestPortal;
let payer: Payer;
let named: string[];
beforeAll(async () => {
  portal = await startPayingPortal({ FLAG_CUSTOM_LOGIN_FLOW: 'false' });
  payer = await portal.buildPayer({ processor: 'transafe', token: 'visa-4242' });
  const bank = { processor: 'transafe', card_type: 'ACH', method_type: 'custom', is_default: false } as const;
  await buildMethod(portal.portal, payer.account, { token: 'bank-6789', method: bank });
  await buildMethod(portal.portal, payer.account, { token: 'visa-4242', method: { is_default: false } });
  const contacts = ['--email', 'ops@example.com', '--phone', '+16145550123'];
  named = [...accountOf(payer), ...contacts, '--visit', await bookVisit()];
});
afterAll(() => portal.close());
beforeEach(() => portal.sandbox.reset());

const accountOf = ({ account }: Pick<Payer, 'account'>) => ['--account', account.accountNumber];

/** Books a visit at the field service, behind the portal's back. */
async function bookVisit(): Promise<string> {
  const { clock, sandbox } = portal;
  const at = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000).toISOString();
  const { body } = await callFieldService(sandbox, 'POST', '/appointment', {
    category: 'installation',
    validFor: { startDateTime: at(48), endDateTime: at(50) },
    relatedEntity: [{ id: payer.account.accountNumber, role: 'account', '@referredType': 'BillingAccount' }],
    relatedPlace: { role: 'serviceLocation', postcode: '43215' },
  });
  return String(body.id);
}

/** Starts a service that answers every call alike. */
async function listen(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as { port: number }).port}` };
}

/** Runs the command like an operator. */
async function probe(args: readonly string[], settings: Record<string, string> = {}) {
  const result = await runOps({ ...portal.settings, ...settings }, ['probe-services', ...args]);
  const lines = result.out.split('\n').filter((line) => line.startsWith('  '));
  /** The results of the lines with these words. */
  const resultsOf = (words: string) =>
    lines.filter((line) => line.includes(words)).map((line) => /^ {2}(\w+(?: \w+)?) {2}/.exec(line)?.[1]);
  return { ...result, lines, resultsOf };
}

/** Returns the charges that the sandbox has besides those of before, by state. */
async function chargesSince(before: number): Promise<string[]> {
  const charges = await portal.sandbox.charges();
  return charges.slice(0, charges.length - before).map(({ state }) => state);
}
const countCharges = async () => (await portal.sandbox.charges()).length;

const names = Object.values(probes).flatMap((calls) => calls.flatMap(([, , , ...named]) => named));

const services = forFile(() => startServiceProxy(() => portal.sandbox.url));
const forms = forFile(() => startServiceProxy(() => portal.sandbox.framesUrl));
/** Runs the command with services that are changed on their way. */
async function probeChanged(args: readonly string[], change: WireChange) {
  services.change(change);
  forms.change(change);
  return await probe(args, {
    TRANSAFE_URL: `${services.url}/transafe`,
    ORBITAL_URL: `${services.url}/orbital`,
    FIELD_SERVICE_URL: `${services.url}/field-service`,
    TRANSAFE_FRAME_URL: forms.url,
    CHASE_FORM_URL: forms.url,
  });
}

/** Names that services have otherwise, in groups that do not hide each other. */
const others: readonly (readonly (readonly [constant: string, ...name: OtherName])[])[] = [
  [
    ['bankField (transafe.names.ts)', 'calls', 'hmac-include-ach=', 'hmac-payment-types='],
    ['rowStatus.captured (transafe.names.ts)', 'answers', '"CAPTURED"', '"AUTHORIZED"'],
    ['rowStatus.pending (transafe.names.ts)', 'answers', '"PENDING"', '"ORIGINATED"'],
    ['rowStatus.voided (transafe.names.ts)', 'answers', '"VOIDED"', '"REVERSED"'],
    ['settledReport (transafe.names.ts)', 'calls', '/report/settled', '/report/batched'],
    ['networkGroup (orbital.names.ts)', 'answers', '"merchantInitiatedTransaction":', '"mitResponse":'],
    ['traceNotFound (orbital.names.ts)', 'answers', '"9806"', '"9807"'],
    ['formPaths.init (chase-form.names.ts)', 'calls', '/api/init', '/api/v3/init'],
    ['placePostcode (tmf646.names.ts)', 'calls', '"postcode":', '"postCode":'],
    ['timeRoom (tmf646.names.ts)', 'answers', '"capacity":', '"remainingCapacity":'],
    ['accountEntity.role (tmf646.names.ts)', 'answers', '"role":"account"', '"role":"subscriber"'],
  ],
  [
    ['reportMembers.rows (transafe.names.ts)', 'answers', '"report":', '"rows":'],
    ['failedReport (transafe.names.ts)', 'calls', '/report/failed', '/report/declined'],
    ['networkNumber (orbital.names.ts)', 'answers', '"mitReceivedTransactionID":', '"mitTransactionID":'],
    ['formPaths.query (chase-form.names.ts)', 'calls', '/api/query', '/api/v3/query'],
    ['accountEntity.type (tmf646.names.ts)', 'answers', '"BillingAccount"', '"PartyAccount"'],
    ['visitMembers.progress (tmf646.names.ts)', 'answers', '"jobStatus":', '"workOrderStatus":'],
  ],
  [
    ['reportMembers.order (transafe.names.ts)', 'answers', '"ordernum":', '"order_num":'],
    ['reportMembers.amount (transafe.names.ts)', 'answers', '"amount":', '"orig_amount":'],
    ['reportMembers.status (transafe.names.ts)', 'answers', '"status":', '"trans_status":'],
    ['reportQuery.order (transafe.names.ts)', 'calls', '?ordernum=', '?order_num='],
  ],
];

describe('[OPS-3] probe-services', () => {
  test('finds that every call and name of the sandbox works, or says why nobody can tell', async () => {
    const before = await countCharges();
    const { code, out, err, lines, resultsOf } = await probe(named);
    expect(code, out + err).toBe(0);
    expect(lines.filter((line) => line.startsWith('  differs'))).toEqual([]);
    for (const [constant] of names) expect(resultsOf(` ${constant} `), constant).toEqual(['works']);
    for (const constant of [
      'vaultToken (transafe.names.ts)',
      'bankReasons (orbital.names.ts)',
      'chaseMembers (frame-messages.rules.ts)',
      'placeRole (tmf646.names.ts)',
      'expiredDescription (auth0.names.ts)',
    ])
      expect(resultsOf(` ${constant} `), constant).toEqual(['not reachable']);
    for (const call of ['show a signed', 'unknown ticket', 'unknown order', 'unknown form', 'unknown visit'])
      expect(new Set(resultsOf(call)), call).toEqual(new Set(['works']));
    for (const call of ['open a widget', 'subscribe', 'number with STOP', 'invalid number', 'send a text'])
      expect(resultsOf(call), call).toEqual(['works']);
    for (const call of ['have a code mailed', 'a wrong code', 'greet the mail server'])
      expect(resultsOf(call), call).toEqual(['works']);
    expect((await chargesSince(before)).sort()).toEqual(['captured', 'voided', 'voided']);
    expect(out + err).not.toMatch(
      /visa-4242|bank-6789|test-key|test-password|test-form-key|test-client-secret/,
    );
  });

  test('walks the billing system, and says which record it could not read', async () => {
    const line = { accountNumber: payer.account.accountNumber, customerId: 'C-1', planId: 'P-1' };
    const account = {
      type: 'account',
      ...line,
      accountType: 'RESIDENTIAL',
      accountStatus: 'ACTIVE',
      billType: 'EMAIL',
      cycleDay: 5,
    };
    const customer = { type: 'customer', customerId: 'C-1', firstName: 'Ann', lastName: 'Lee' };
    const plan = { type: 'plan', planId: 'P-1', name: 'Fiber', monthlyPrice: '50.00' };
    const body = [plan, customer, account].map((each) => JSON.stringify(each)).join('\n');
    await fetch(`${portal.sandbox.url}/gotransverse/lines`, { method: 'POST', body });
    const args = ['--only', 'gotransverse', ...accountOf(payer)];
    const settings = { BILLING_SYSTEM: 'gtv' };
    const good = await probe(args, settings);
    expect(good.lines.map((each) => each.split('  ')[1])).toEqual(['works', 'works', 'works', 'works']);
    await portal.sandbox.control({ processor: 'gotransverse', mode: 'no-field', field: 'services' } as never);
    const bad = await probe(args, settings);
    expect(bad.out).toMatch(/services/);
    expect(bad.code).toBe(2);
  });

  test('writes nothing', async () => {
    const owner = await portal.buildPayer({ processor: 'transafe', token: 'visa-4242' });
    const tables = [
      'payment',
      'ledger_posting',
      'captured_method',
      'hub_subscription',
      'outbox',
      'audit_entry',
    ] as const;
    const count = async () =>
      await Promise.all(tables.map((table) => portal.db.selectFrom(table).selectAll().execute()));
    const before = await count();
    await probe([...accountOf(owner), '--email', 'ops@example.com']);
    expect(await count()).toEqual(before);
    expect(await portal.sandbox.messages('ops@example.com')).not.toEqual([]);
  });

  test.each(others.map((group) => [group] as const))('tells which names are others: %j', async (group) => {
    const { code, resultsOf, out } = await probeChanged(named, otherNames(group.map(([, ...name]) => name)));
    expect(code).toBe(2);
    for (const [constant] of group)
      expect(resultsOf(` ${constant} `), `${constant}\n${out}`).toContain('differs');
  });

  test('tells which names are refused', async () => {
    const refused = { status: 400, body: '{"code":"DENY","msoft_code":"DATA_BADTRANS"}' };
    const { code, resultsOf } = await probeChanged(named, {
      answer: (answer, { url, body }) =>
        /include-ach|report\/settled|api\/query/.test(url + body) ? refused : answer,
    });
    expect(code).toBe(2);
    for (const constant of ['bankField', 'settledReport', 'formPaths.query'])
      expect(resultsOf(` ${constant} (`), constant).toContain('differs');
  });

  test('says what was expected and what came', async () => {
    const number = ['answers', '"mitReceivedTransactionID":', '"mitTransactionID":'] as const;
    const { out } = await probeChanged(
      [...named, '--only', 'orbital'],
      otherNames([['answers', '"9806"', '"9807"'], number]),
    );
    expect(out).toContain(
      'expected not-found, came unknown: traceNotFound (orbital.names.ts): procStatus 9807',
    );
    expect(out).toContain('expected procStatus 9806, came 9807');
    expect(out).toMatch(/expected mitReceivedTransactionID, came .*\bmitTransactionID\b/);
    expect(out).not.toContain('transafe');
    const report = await probe(['--only', 'verify-pass'], { VERIFYPASS_REPORT_PATH: '/api/v2/other' });
    expect(report.out).toContain('expected listed, came unavailable: HTTP 404 without a report');
  });
});

describe('[OPS-3] charges', () => {
  const withToken = async (token: string) =>
    accountOf(await portal.buildPayer({ processor: 'transafe', token }));

  test('a charge whose answer is lost is found and voided', async () => {
    const before = await countCharges();
    const { code, lines } = await probe([...(await withToken('visa-4242-lost')), '--only', 'transafe']);
    expect(code).toBe(2);
    expect(lines.filter((line) => line.includes('charge a card'))[0]).toMatch(/not reachable .* unknown: /);
    expect(await chargesSince(before)).toEqual(['voided']);
  });

  test('a void that is refused differs', async () => {
    const { code, resultsOf } = await probeChanged(
      [...named, '--only', 'transafe'],
      otherNames([['calls', '/void', '/undo']]),
    );
    expect(code).toBe(2);
    expect(resultsOf('void the')).toEqual(['differs', 'differs']);
  });

  test('a declined card charges nothing', async () => {
    const { code, out } = await probe([...(await withToken('visa-4242-declined')), '--only', 'transafe']);
    expect(code).toBe(2);
    expect(out).toContain('expected approved, came declined: DENY INT_SUCCESS DONOTHONOR DECLINED');
    expect(out).toContain('expected done, came refused');
  });

  test('charges nobody without an account that has a method', async () => {
    const before = await countCharges();
    const { account } = await buildLogin(portal.db);
    expect((await probe(accountOf({ account }))).err).toContain('with a saved method');
    const { code, resultsOf } = await probe([]);
    expect(code).toBe(0);
    expect(new Set([...resultsOf('charge a'), ...resultsOf('void the')])).toEqual(new Set(['not reachable']));
    expect(await countCharges()).toBe(before);
  });
});

describe('[OPS-3] a service that is away', () => {
  test('is not reachable, and the others are probed', async () => {
    await portal.sandbox.control({ processor: 'verify-pass', mode: 'down' });
    const { url: closed, server } = await listen((_request, response) => response.end());
    server.close();
    const processors = { TRANSAFE_URL: closed, TRANSAFE_FRAME_URL: closed, ORBITAL_URL: closed };
    const away = { ...processors, SMTP_URL: 'smtp://127.0.0.1:9' };
    const { code, out, lines, resultsOf } = await probe(named, away);
    expect(code).toBe(2);
    expect(lines.filter((line) => line.startsWith('  differs'))).toEqual([]);
    for (const service of ['card-frame', 'transafe', 'orbital', 'verify-pass', 'smtp']) {
      const [, section = ''] = new RegExp(`^${service}\n((?:  .*\n?)+)`, 'm').exec(out) ?? [];
      expect(section).not.toMatch(/^ {2}works/m);
      expect(section).toMatch(/^ {2}not reachable/m);
    }
    expect(resultsOf('open a form')).toContain('works');
  });
});

describe('[OPS-3, CONTACT-1] MAIL_SMTPUTF8', () => {
  /** Starts a mail server that announces nothing. */
  async function startPlainServer() {
    const plain = createTcpServer((socket) => {
      socket.write('220 ready\r\n');
      createInterface({ input: socket }).on('line', (line) => {
        if (line.startsWith('EHLO')) socket.write('250-hello\r\n250 8BITMIME\r\n');
        else socket.end('221 bye\r\n');
      });
    }).listen(0, '127.0.0.1');
    await once(plain, 'listening');
    return { plain, SMTP_URL: `smtp://127.0.0.1:${(plain.address() as { port: number }).port}` };
  }

  test.each([
    [true, 'true', 0, 'works  greet the mail server'],
    [true, 'false', 0, 'works  greet the mail server  it announces SMTPUTF8: MAIL_SMTPUTF8 can be turned on'],
    [false, 'false', 0, 'works  greet the mail server'],
    [
      false,
      'true',
      2,
      'differs  greet the mail server  expected ok, came no SMTPUTF8, and MAIL_SMTPUTF8 is on',
    ],
  ] as const)('announced: %s, set to %s', async (isAnnounced, MAIL_SMTPUTF8, exitCode, line) => {
    const { plain, SMTP_URL } = await startPlainServer();
    const server: Record<string, string> = isAnnounced ? {} : { SMTP_URL };
    const { code, lines } = await probe(['--only', 'smtp'], { ...server, MAIL_SMTPUTF8 });
    plain.close();
    expect(code).toBe(exitCode);
    expect(lines.map((each) => each.trim().replace(/ {2,}/g, '  '))).toContain(line);
  });
});

describe('[OPS-3] a live host', () => {
  const live = {
    TRANSAFE_URL: [
      'https://post.live.transafe.com',
      'https://POST.LIVE.transafe.com.',
      'https://transafe.com',
    ],
    TRANSAFE_FRAME_URL: ['https://iframe.live.transafe.com'],
    ORBITAL_URL: ['https://orbital1.chasepaymentech.com', 'https://orbital2.paymentech.net'],
    CHASE_FORM_URL: [
      'https://chase.hostedpaymentservice.net',
      'https://www.chasepaymentechhostedpay.com',
      'https://shop.chasepaymentechhostedpay.com',
    ],
    TWILIO_URL: ['https://api.twilio.com'],
    // Whatever service it is set for.
    FIELD_SERVICE_URL: ['https://post.live.transafe.com'],
  };
  test.each(Object.entries(live).flatMap(([name, urls]) => urls.map((url) => [name, url])))(
    '%s=%s is refused before any call, also when it is named',
    async (name, url) => {
      const before = await countCharges();
      const host = new URL(url).hostname;
      const mails = await portal.sandbox.messages('ops@example.com');
      const { code, out, err } = await probe([...named, '--test-host', host], { [name]: url });
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/ is live\.\nNothing was called\.\n$/);
      expect(await countCharges()).toBe(before);
      expect(await portal.sandbox.messages('ops@example.com')).toEqual(mails);
    },
  );

  test('is not looked at where its service is left out', async () => {
    const settings = { ORBITAL_URL: 'https://orbital1.chasepaymentech.com' };
    expect((await probe(['--only', 'smtp', 'card-form'], settings)).code).toBe(0);
  });

  test('an unknown host has to be named', async () => {
    const settings = { AUTH0_URL: 'https://tenant.us.auth0.example', AUTH0_TIMEOUT_MS: '100' };
    const refused = await probe(['--only', 'auth0'], settings);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('--test-host tenant.us.auth0.example\nNothing was called.');
    const args = ['--only', 'auth0', '--test-host', 'tenant.us.auth0.example', '--email', 'ops@example.com'];
    const { code, out } = await probe(args, settings);
    expect({ code, out }).toMatchObject({
      code: 2,
      out: expect.stringMatching(/not reachable {2}have a code mailed/),
    });
  });

  test.each([
    ['transafe', 'transafe', 'https://test.transafe.com:8665'],
    ['orbital', 'orbital', 'https://orbitalvar2.chasepaymentech.com'],
    ['card-form', 'chaseForm', 'https://chase-var.hostedpaymentservice.net'],
    ['card-form', 'chaseForm', 'https://shop.chasepaymentechhostedpay-var.com'],
    ['auth0', 'auth0', 'http://localhost:4000'],
  ] as const)('the test host of %s is known: %s at %s', (service, group, url) => {
    const { config } = portal.portal;
    expect(hostRefusals({ ...config, [group]: { ...config[group], url } }, [service], [])).toEqual([]);
  });

  test('Twilio is called only with the number of test credentials', () => {
    const { config } = portal.portal;
    const twilio = config.twilio && { ...config.twilio, url: 'https://api.twilio.com' };
    const refusalsOf = (from: string) =>
      hostRefusals({ ...config, twilio: twilio && { ...twilio, from } }, ['twilio'], []);
    expect(refusalsOf('+15005550006')).toEqual([]);
    expect(refusalsOf('+16145550006')).toEqual(['twilio: api.twilio.com is live.']);
    expect(
      hostRefusals({ ...config, transafeFrameUrl: 'https://iframe.test.transafe.com' }, ['card-frame'], []),
    ).toEqual([]);
  });
});

test('[OPS-3] what an answer repeats of card numbers is not printed', async () => {
  const verbiage = 'FOR 4111 1111 1111 1111';
  const { url, server } = await listen((_request, response) => {
    response.writeHead(402, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: 'DENY', msoft_code: 'INT_SUCCESS', verbiage }));
  });
  const { code, out } = await probe([...named, '--only', 'transafe'], { TRANSAFE_URL: url });
  server.close();
  expect(code).toBe(2);
  expect(out).toContain('FOR …1111');
  expect(out).not.toMatch(/4111/);
});
