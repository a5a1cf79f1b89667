import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountInfo } from '@myaccount/contract/account-info';
import { apiPath } from '@myaccount/contract/endpoint';
import { type BillingRefresh, billingRefreshEndpoint } from '@myaccount/contract/home';
import { payPath } from '../faults/pay.ts';
import type { BillingSite, Signed } from './billing-site.ts';
import { isChangedHere, pickSome } from './department.ts';
import { addressText, billingAddress, count, type LivingAccount, type World } from './world.ts';

const answerWithinMs = 20_000;
const pressForMs = 60_000;
const pressEveryMs = 1_000;
const declined = 402;
const streets = ['Cedar Lane', 'Birch Court'] as const;

/** Calls the portal again and again while it does not answer. */
async function call(site: BillingSite, path: string, signed: Signed, body?: object): Promise<Response> {
  const key = randomUUID();
  const endsAt = performance.now() + pressForMs;
  for (;;) {
    const response = await fetch(`${site.web.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${signed.accessToken}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(answerWithinMs),
    }).catch(() => undefined);
    if (response && response.status < 500) return response;
    if (performance.now() > endsAt)
      throw new Error(`The portal does not answer ${path}: ${response?.status}`);
    await sleep(pressEveryMs);
  }
}

/** Lets some pay with their saved card, whatever is killed meanwhile. */
export async function payHere(world: World, howMany: number, now: Date): Promise<void> {
  const { site, random } = world;
  const cards = await site.query<{ account: string; id: string }>(
    `select distinct on (a.account_number) a.account_number as account, m.id
     from payment_method m join account a on a.id = m.account_id
     where m.method_type <> 'tokenized-bank' and m.valid_to is null and (m.expires_on is null or m.expires_on > $1)
     order by a.account_number, m.id`,
    [now],
  );
  const cardOf = new Map(cards.map(({ account, id }) => [account, id]));
  const paying = pickSome(world, howMany).flatMap(({ line: { accountNumber } }) => {
    const card = cardOf.get(accountNumber);
    return card ? [{ accountNumber, card, amount: random.whole(2_000, 9_000) / 100 }] : [];
  });
  for (const { accountNumber, card, amount } of paying) {
    const signed = await site.signIn(accountNumber);
    const body = {
      amount,
      payment_method: card,
      billing_account_id: signed.accountId,
      paymentType: 'onetime',
    };
    const response = await call(site, payPath, signed, body);
    if (response.ok) count(world, 'payments made here');
    else if (response.status === declined) count(world, 'payments declined');
    else count(world, `payments refused: ${response.status} ${(await response.text()).slice(0, 200)}`);
  }
}

/** Lets customers change their phone number or billing address here, where it is their turn on a day. */
export async function changeContactsHere(world: World, day: number): Promise<void> {
  const { random } = world;
  for (const account of pickSome(world, 6)) {
    if (!isChangedHere(account, day)) continue;
    if (random.happens(0.5)) await changePhone(world, account);
    else await changeAddress(world, account);
    count(world, 'contacts changed here');
  }
}

async function changePhone({ site, random, failures }: World, { line, phone }: LivingAccount): Promise<void> {
  phone.here = `503555${random.digits(4)}`;
  const change = {
    accountNumber: line.accountNumber,
    channel: 'drill',
    customer: { phoneNumber: phone.here },
  };
  failures.push(...(await save(site, change)));
}

async function changeAddress({ site, random, failures }: World, { line, address }: LivingAccount) {
  const given = billingAddress(`${random.whole(1, 999)} ${random.pick(streets)}`, 'Here');
  address.here = addressText(given);
  const change = { accountNumber: line.accountNumber, channel: 'drill', customerAddress: [given] };
  failures.push(...(await save(site, change)));
}

async function save(site: BillingSite, change: { readonly accountNumber: string }): Promise<string[]> {
  const response = await call(
    site,
    apiPath + accountInfo.path,
    await site.signIn(change.accountNumber),
    change,
  );
  const text = await response.text();
  return response.ok && text.includes('"Success"')
    ? []
    : [`${change.accountNumber} could not change its contact: ${response.status} ${text}`];
}

/** What a customer owes, as home shows it, in cents. */
export async function shownBalance(site: BillingSite, accountNumber: string, customerId: string) {
  const query = new URLSearchParams({ AccountNumber: accountNumber, customerID: customerId });
  const path = `${apiPath}${billingRefreshEndpoint.path}?${query}`;
  const response = await call(site, path, await site.signIn(accountNumber));
  return Math.round(((await response.json()) as BillingRefresh).balance * 100);
}
