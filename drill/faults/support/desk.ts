import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiPath } from '@myaccount/contract/endpoint';
import { type BillingRefresh, billingRefreshEndpoint } from '@myaccount/contract/home';
import type { ImportLine } from '@myaccount/contract/import';
import { sendCode, validateCode } from '@myaccount/contract/login';
import { type PaymentRow, paymentReceipt, payments, type Receipt } from '@myaccount/contract/payments';
import { askOperator, type OperatorAnswer } from '../../../environment/operator.ts';
import { comesTrue } from '../../../environment/poll.ts';
import type { DrillEnvironment } from '../../drill-environment.ts';
import { pay, type ReadStatus } from '../pay.ts';
import type { ServerProcess } from '../server-process.ts';
import type { Customer, Site } from '../site.ts';
import type { Caller } from './files.ts';

const mailedWithinMs = 30_000;
const clockPollMs = 300;
const dayMs = 86_400_000;
/** Of what a command printed. */
const shownLetters = 400;

/** A support desk: it works with commands, and its callers with the portal's pages. */
export class Desk {
  readonly site: Site;
  readonly failures: string[] = [];
  readonly #environment: DrillEnvironment;
  readonly #server: ServerProcess;
  #days = 0;
  /** Who is signed in today: nobody is mailed a second code within seconds. */
  readonly #signedIn = new Map<string, Customer>();
  commands = 0;

  constructor(environment: DrillEnvironment, site: Site, server: ServerProcess) {
    this.#environment = environment;
    this.site = site;
    this.#server = server;
  }

  /** Runs a command. Notes a failure unless it ends with the code and prints what is expected. */
  async ops(
    command: readonly string[],
    expected: { readonly code?: number; readonly says?: RegExp; readonly input?: string } = {},
  ): Promise<OperatorAnswer> {
    const { code = 0, says = /./, input = '' } = expected;
    this.commands += 1;
    const answer = await askOperator(command, this.site.settingsFor(0), { input });
    const printed = answer.out + answer.err;
    if (answer.code !== code || !says.test(printed))
      this.failures.push(
        `ops ${command.join(' ')}: ${answer.code}, not ${code} with ${says}: ${printed.slice(0, shownLetters)}`,
      );
    return answer;
  }

  /** Imports lines as a file, with what the command's options are. */
  async import(
    lines: readonly ImportLine[],
    options: readonly string[],
    expected: Parameters<Desk['ops']>[1],
  ) {
    const file = join(this.site.dataDir, 'support.jsonl');
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return await this.ops(['import', file, ...options], expected);
  }

  /** Notes a failure unless it is so. */
  see(what: string, isSo: boolean, found: unknown): void {
    if (!isSo) this.failures.push(`${what}: ${JSON.stringify(found)}`);
  }

  /** Lets days pass for everybody. The server is away meanwhile. */
  async letDaysPass(days: number): Promise<void> {
    await this.#server.kill();
    this.#signedIn.clear();
    this.#days += days;
    writeFileSync(this.#environment.clockFile, String(this.#days * dayMs));
    await sleep(clockPollMs);
    await this.#server.start();
  }

  /** Requests a code. Returns what the page keeps, or the problem. */
  async requestCode(email: string): Promise<{ challenge?: string; code?: string }> {
    return await this.#post(sendCode.path, { email });
  }

  /** Exchanges a code. Returns the access token, or nothing. */
  async enterCode(email: string, challenge: string, otp: string): Promise<string | undefined> {
    const body = { email, challenge, otp };
    return (await this.#post<{ access_token?: string }>(validateCode.path, body)).access_token;
  }

  /** Signs in with a code that is mailed now. Returns the access token, or nothing. */
  async signIn(email: string): Promise<string | undefined> {
    const before = (await this.messages(email)).length;
    const { challenge } = await this.requestCode(email);
    if (challenge === undefined) return undefined;
    let otp: string | undefined;
    await comesTrue(async () => {
      const messages = await this.messages(email);
      const fresh = messages.slice(0, messages.length - before);
      otp = fresh.map(({ subject }) => /\b\d{6}\b/.exec(subject)?.[0]).find(Boolean);
      return otp !== undefined;
    }, mailedWithinMs);
    return await this.enterCode(email, challenge, otp ?? '');
  }

  /** Signs a caller in and returns what their pages know. */
  async call({ accountNumber, signsInAs }: Caller): Promise<Customer> {
    const known = this.#signedIn.get(accountNumber);
    if (known) return known;
    const accessToken = (await this.signIn(signsInAs)) ?? '';
    this.see(`${signsInAs} signs in`, accessToken !== '', accessToken);
    const row = await this.site.portal.db
      .selectFrom('account as a')
      .innerJoin('customer as c', 'c.id', 'a.customer_id')
      .innerJoin('payment_method as m', 'm.account_id', 'a.id')
      .innerJoin('login_account as l', 'l.account_id', 'a.id')
      .select([
        'a.id as accountId',
        'c.customer_number as customerNumber',
        'm.id as methodId',
        'm.method_type',
      ])
      .select('l.login_id as loginId')
      .where('a.account_number', '=', accountNumber)
      .executeTakeFirstOrThrow();
    const kind = row.method_type === 'tokenized-bank' ? 'bank' : 'card';
    const customer = { ...row, accountNumber, accessToken, kind } as const;
    this.#signedIn.set(accountNumber, customer);
    return customer;
  }

  async pay(customer: Customer): Promise<ReadStatus> {
    return await pay(this.#server.url, customer, `support-${customer.accountId}`);
  }

  async home(customer: Customer): Promise<BillingRefresh> {
    const { accountNumber, customerNumber } = customer;
    return await this.#get(billingRefreshEndpoint.path, customer, {
      AccountNumber: accountNumber,
      customerID: customerNumber,
    });
  }

  /** Returns a caller's only payment as the history shows it. */
  async payment(customer: Customer): Promise<PaymentRow> {
    const query = { billing_account_id: customer.accountId };
    const { result } = await this.#get<{ result: PaymentRow[] }>(payments.path, customer, query);
    const [row] = result;
    if (!row || result.length !== 1)
      throw new Error(`${customer.accountNumber} has ${result.length} payments`);
    return row;
  }

  async receipt(customer: Customer, { id }: PaymentRow): Promise<Receipt> {
    return await this.#get(paymentReceipt.path, customer, { id });
  }

  async messages(email: string) {
    return await this.site.sandbox.messages(email);
  }

  /** Notes a failure unless a mail arrives. */
  async seeMail(email: string, subject: RegExp): Promise<void> {
    let subjects: string[] = [];
    await comesTrue(async () => {
      subjects = (await this.messages(email)).map((message) => message.subject);
      return subjects.some((one) => subject.test(one));
    }, mailedWithinMs);
    this.see(
      `a mail ${subject} to ${email}`,
      subjects.some((one) => subject.test(one)),
      subjects,
    );
  }

  async #get<T>(path: string, { accessToken }: Customer, query: Record<string, string>): Promise<T> {
    const headers = { authorization: `Bearer ${accessToken}` };
    const response = await fetch(`${this.#server.url}${apiPath}${path}?${new URLSearchParams(query)}`, {
      headers,
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  async #post<T>(path: string, body: object): Promise<T> {
    const headers = { 'content-type': 'application/json' };
    const options = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(`${this.#server.url}${apiPath}${path}`, options)).json()) as T;
  }
}
