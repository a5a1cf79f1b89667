import { randomUUID } from 'node:crypto';
import { apiPath } from '@myaccount/contract/endpoint';
import { processorNames } from '@myaccount/contract/processors';
import { sandboxCalls } from '../../apps/server/src/testing/sandbox.ts';
import { type Call, homeCalls, invoiceCalls, listCalls, pdfCalls } from '../../environment/calls.ts';
import { type SignedInCustomer, signedInCustomers } from '../../environment/customers.ts';
import { withClient } from '../../environment/database.ts';
import { runOperatorCommand } from '../../environment/operator.ts';
import { paymentCalls } from '../../environment/payments.ts';
import { comesTrue } from '../../environment/poll.ts';
import type { DatabaseAddresses, Settings } from '../../scripts/start/local-settings.ts';
import type { DrillEnvironment } from '../drill-environment.ts';

/** A database with customers who can pay. */
export interface DrillPopulation {
  readonly database: DatabaseAddresses;
  readonly customers: readonly SignedInCustomer[];
  /** One payment for each customer with a valid card. */
  readonly payments: readonly Call[];
}

/** A payment whose success a customer saw. */
export interface AcknowledgedPayment {
  readonly id: string;
}

/** What a round of payments did. */
export interface PaymentRound {
  readonly acknowledged: readonly AcknowledgedPayment[];
  /** Accepted, but without a result yet. */
  readonly pending: readonly AcknowledgedPayment[];
  /** Answers by status; `none` where the connection broke. */
  readonly answers: Readonly<Record<string, number>>;
}

/** Every payment has its result this long after processor and database work again. */
const settleMs = 120_000;
const mailedWithinMs = 10_000;

/** The command that generates customers. */
export const generateCustomers = ['generate', '--accounts', '60'] as const;

/** Creates a database with generated customers and their sessions. */
export async function populate(environment: DrillEnvironment, name: string): Promise<DrillPopulation> {
  const database = await environment.postgres.emptyDatabase(name);
  await runOperatorCommand(generateCustomers, environment.settingsFor(database, 0));
  return await populationOf(database);
}

/** Opens sessions for the customers of a database. */
export async function populationOf(database: DatabaseAddresses): Promise<DrillPopulation> {
  const customers = await signedInCustomers({ database });
  return { database, customers, payments: await paymentCalls({ database }, customers) };
}

/** Pays once with every call, a few at a time, under new keys. */
export async function payAll(url: string, calls: readonly Call[]): Promise<PaymentRound> {
  const acknowledged: AcknowledgedPayment[] = [];
  const pending: AcknowledgedPayment[] = [];
  const answers: Record<string, number> = {};
  const waiting = [...calls];
  const payOne = async (call: Call) => {
    const response = await send(url, {
      ...call,
      headers: { ...call.headers, 'idempotency-key': randomUUID() },
    });
    const answer = response ? String(response.status) : 'none';
    answers[answer] = (answers[answer] ?? 0) + 1;
    if (response?.status === 200) {
      const { id, status } = (await response.json()) as { id: string; status: string };
      (status === 'COMPLETED' ? acknowledged : pending).push({ id });
    } else await response?.body?.cancel();
  };
  const worker = async () => {
    for (let call = waiting.pop(); call; call = waiting.pop()) await payOne(call);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  return { acknowledged, pending, answers };
}

/** Opens dashboard, list, bill, and PDF of a customer. Returns a sentence for each that failed. */
export async function readPages(url: string, customer: SignedInCustomer): Promise<string[]> {
  const calls = [homeCalls, listCalls, invoiceCalls, pdfCalls].flatMap((callsOf) => callsOf([customer]));
  const failures: string[] = [];
  for (const call of calls) {
    const response = await send(url, call);
    if (response?.status !== 200) failures.push(`${call.path.split('?')[0]} answered ${response?.status}`);
    await response?.body?.cancel();
  }
  return failures;
}

/** Signs in as a customer does: requests a code, reads it in the sandbox's inbox, and exchanges it. */
export async function signIn(url: string, sandboxUrl: string, email: string): Promise<string | undefined> {
  const sent = (await (await post(`${url}${apiPath}/login/otp/send`, { email })).json()) as object;
  const otp = await readCode(sandboxUrl, email);
  const challenge = Reflect.get(sent, 'challenge') as unknown;
  const validated = await post(`${url}${apiPath}/login/otp/validate`, {
    email,
    otp,
    ...(challenge === undefined ? {} : { challenge }),
  });
  return ((await validated.json()) as { access_token?: string }).access_token;
}

async function readCode(sandboxUrl: string, email: string): Promise<string> {
  let code = '';
  await comesTrue(async () => {
    // A receipt may arrive after it.
    const mails = await sandboxCalls(sandboxUrl).messages(email);
    [code = ''] = mails.flatMap(({ subject }) => /\b\d{6}\b/.exec(subject)?.[0] ?? []);
    return code !== '';
  }, mailedWithinMs);
  return code;
}

/** Returns a sentence for each acknowledged payment that the database does not know as completed. */
export async function lostPayments(
  ownerUrl: string,
  acknowledged: readonly AcknowledgedPayment[],
): Promise<string[]> {
  const { rows } = await withClient(ownerUrl, (client) =>
    client.query<{ id: string }>("select id from payment where state = 'COMPLETED' and external_id is null"),
  );
  const known = new Set(rows.map(({ id }) => id));
  return acknowledged.filter(({ id }) => !known.has(id)).map(({ id }) => `payment ${id} is lost`);
}

/** Makes a payment whose response the processor loses, so that the portal does not know its result. */
export async function payWithoutResult(url: string, sandboxUrl: string, call: Call): Promise<PaymentRound> {
  const sandbox = sandboxCalls(sandboxUrl);
  for (const processor of processorNames) await sandbox.control({ processor, mode: 'lose-answers' });
  const round = await payAll(url, [call]);
  await sandbox.reset();
  return round;
}

/** Waits until no payment is without a result, as reconciliation makes it. Returns whether that happened. */
export async function settled(ownerUrl: string): Promise<boolean> {
  const isSettled = async () => {
    const { rows } = await withClient(ownerUrl, (client) =>
      client.query("select 1 from payment where state in ('SUBMITTING', 'UNKNOWN') limit 1"),
    );
    return rows.length === 0;
  };
  return await comesTrue(isSettled, settleMs);
}

/** Runs `ops check`. Returns a sentence if it fails. */
export async function ledgerFailures(settings: Settings): Promise<string[]> {
  return await runOperatorCommand(['check'], settings).then(
    () => [],
    (error: Error) => [error.message],
  );
}

/** Waits until the server is ready. Returns whether it was in time. */
export async function becomesReady(url: string, withinMs = 30_000): Promise<boolean> {
  const isReady = async () => {
    const response = await fetch(`${url}/myaccount/health/ready`).catch(() => undefined);
    await response?.body?.cancel();
    return response?.status === 200;
  };
  return await comesTrue(isReady, withinMs, 200);
}

async function send(url: string, { method, path, headers, body }: Call): Promise<Response | undefined> {
  return await fetch(url + path, { method, headers, body }).catch(() => undefined);
}

async function post(url: string, body: object): Promise<Response> {
  return await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
