import { setTimeout as sleep } from 'node:timers/promises';
import { comesTrue } from '../../environment/poll.ts';
import { count, type World } from './world.ts';

/** Calls of a reading, each of which is answered late. */
const calls = 4;
const lateMs = 1_500;
const calledWithinMs = 40_000;
const writtenWithinMs = 3_000;

/**
 * Stops a server's time while its last answer about an account is on the way, changes the account there, lets an operator read it,
 * and lets the server go on: what it has is older than what is here, and must not be written.
 */
export async function bringOlderAnswer(world: World): Promise<void> {
  const { site, random, failures } = world;
  const own = world.accounts.filter(({ changes }) => changes === 'there');
  const account = random.pick(own);
  const { accountNumber } = account.line;
  const reader = site.patient;
  await Promise.all([...site.jobs.map((server) => server.stop()), reader.start()]);
  await site.passTime();
  const setting = { processor: 'gotransverse', mode: 'slow', delayMs: lateMs, calls, account: accountNumber };
  await site.post('/control', JSON.stringify(setting));
  const change = async (digit: number, notify: boolean) => {
    account.phone.there = `614777${digit}${random.digits(3)}`;
    await site.act(accountNumber, 'contact', { phone: account.phone.there, notify });
  };
  await change(1, true);
  const isCalled = await comesTrue(() => isUsedUp(site.outside.url), calledWithinMs, 50);
  // The sandbox has made its last answer, and not sent it yet.
  await sleep(lateMs / 5);
  reader.pause();
  await change(2, false);
  const price = `${random.whole(30, 90)}.${random.whole(10, 99)}`;
  await site.act(accountNumber, 'price', { amount: price, notify: false });
  account.line = { ...account.line, monthlyPrice: price };
  const { code, out, err } = await site.ops(['billing', 'read', accountNumber]);
  reader.resume();
  await sleep(writtenWithinMs);
  const [here] = await site.query<{ phone: string; price: string }>(
    `select c.phone_number as phone, (a.monthly_price_cents / 100.0)::numeric(12, 2)::text as price
     from account a join customer c on c.id = a.customer_id where a.account_number = $1`,
    [accountNumber],
  );
  const [shown, expected] = [`${here?.phone}, $${here?.price}`, `${account.phone.there}, $${price}`];
  if (code !== 0) failures.push(`ops billing read ${accountNumber}: ${out}${err}`);
  if (!isCalled) failures.push(`${accountNumber} was not read although a notification said that it changed`);
  if (shown !== expected)
    failures.push(`${accountNumber}: an older answer was written over a newer: ${shown}, not ${expected}`);
  if (reader.log().includes(`"accountNumber":"${accountNumber}"`))
    failures.push(`${accountNumber}: no older answer came`);
  count(world, 'older answers');
  await Promise.all([reader.stop(), ...site.jobs.map((server) => server.start())]);
}

async function isUsedUp(url: string): Promise<boolean> {
  const services = (await (await fetch(`${url}/control`)).json()) as { processor: string; mode: string }[];
  return services.find(({ processor }) => processor === 'gotransverse')?.mode === 'normal';
}
