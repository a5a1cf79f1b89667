import { addressText, billingAddress, count, type LivingAccount, type World } from './world.ts';

const acts = [
  'next-bill',
  'next-bill',
  'next-bill',
  'check',
  'check',
  'credit',
  'write-off',
  'reissue',
  'reissue',
  'price',
  'bounce',
  'delivery',
  'email',
] as const;
const deliveries = ['EMAIL', 'EMAIL', 'PAPER_EMAIL', 'PAPER'] as const;
/** Payments that billing cancels or refunds although they were made in the portal. */
const mostTakenBack = 3;
const streets = ['Elm Street', 'Oak Avenue', 'River Road'] as const;
const dollars = (cents: number) => (cents / 100).toFixed(2);

/** Lets the billing department do one thing with each of some accounts. Half of its notifications are lost. */
export async function workADay(world: World, howMany: number): Promise<void> {
  const { random } = world;
  for (const account of pickSome(world, howMany)) {
    const given = { notify: random.happens(0.5) };
    if (!given.notify) count(world, 'notifications lost');
    await actOnce(world, account, random.pick(acts), given);
  }
}

/** Some accounts, each once. */
export function pickSome({ accounts, random }: World, howMany: number): LivingAccount[] {
  const left = [...accounts];
  return Array.from({ length: Math.min(howMany, left.length) }, () =>
    left.splice(random.below(left.length), 1),
  ).flat();
}

/** Does an act of an account with what is given, and returns the number of what it made. */
type Do = (act: string, body?: object) => Promise<string>;

async function actOnce(
  world: World,
  account: LivingAccount,
  act: (typeof acts)[number],
  given: { readonly notify: boolean },
): Promise<void> {
  const done: Do = (name, body = {}) =>
    world.site.act(account.line.accountNumber, name, { ...body, ...given });
  const what = await doings[act](world, account, done);
  if (what !== undefined) count(world, what);
}

/** What is done by name. Each returns what is counted; undefined where nothing could be done. */
const doings: Readonly<
  Record<
    (typeof acts)[number],
    (world: World, account: LivingAccount, done: Do) => Promise<string | undefined>
  >
> = {
  'next-bill': async (world, account, done) => {
    noteBill(world, account, await done('next-bill'));
    return 'bills issued';
  },
  reissue: async (world, account, done) => {
    const [invoice, amount] = [account.bills.at(-1), world.random.happens(0.5) && anAmount(world)];
    if (!invoice) return undefined;
    const number = await done('reissue', { invoice, ...(amount && { amount }) });
    account.bills.pop();
    noteBill(world, account, number);
    return 'bills reversed and reissued';
  },
  check: async (world, account, done) => {
    account.checks.push(await done('check', { amount: anAmount(world) }));
    return 'checks';
  },
  bounce: async ({ random }, account, done) => {
    const payment = account.checks.pop();
    if (!payment) return undefined;
    await done(random.pick(['cancel-payment', 'refund-payment']), { payment });
    return 'checks that bounced';
  },
  credit: async (world, account, done) => {
    const invoice = world.random.happens(0.5) ? account.bills.at(-1) : undefined;
    await done('credit', { amount: anAmount(world), reason: 'Outage', invoice });
    return 'credits';
  },
  // Nothing may be owed.
  'write-off': async (_world, _account, done) =>
    await done('write-off').then(
      () => 'write-offs',
      () => undefined,
    ),
  price: async (world, account, done) => {
    const amount = anAmount(world);
    await done('price', { amount });
    account.line = { ...account.line, monthlyPrice: amount };
    return 'prices changed';
  },
  delivery: async ({ random }, account, done) => {
    const billType = random.pick(deliveries);
    await done('contact', { bill_type: billType });
    account.line = { ...account.line, billType };
    return 'bill deliveries changed';
  },
  email: async ({ random }, _account, done) => {
    await done('contact', { email: `there${random.digits(6)}@example.net` });
    return 'e-mail addresses changed there';
  },
};

const anAmount = ({ random }: World) => dollars(random.whole(200, 9_000));

/** A mail has to be sent about a bill, unless it goes out on paper alone. What was told of a bill that is reversed stays. */
function noteBill({ mailed }: World, { bills, line }: LivingAccount, bill: string): void {
  bills.push(bill);
  if (line.billType !== 'PAPER') mailed.set(bill, line.accountNumber);
}

/** Changes phone numbers and billing addresses there, of those where it is billing's turn on a day. */
export async function changeContactsThere(world: World, day: number): Promise<void> {
  const { random, site } = world;
  for (const account of pickSome(world, 4)) {
    const isTurn =
      account.changes === 'there' || isFirst(account, 'there', day) || isSecond(account, 'there', day);
    if (!isTurn) continue;
    const notify = random.happens(0.5);
    if (random.happens(0.5)) {
      account.phone.there = `614555${random.digits(4)}`;
      await site.act(account.line.accountNumber, 'contact', { phone: account.phone.there, notify });
    } else {
      const address = billingAddress(`${random.whole(1, 999)} ${random.pick(streets)}`, 'There');
      account.address.there = addressText(address);
      const others = account.line.addresses.filter(({ addressType }) => addressType !== 'Billing');
      account.line = { ...account.line, addresses: [...others, address] };
      await site.act(account.line.accountNumber, 'add', { lines: JSON.stringify(account.line), notify });
    }
    count(world, 'contacts changed there');
  }
}

const turn = 5;
const isFirst = ({ changes }: LivingAccount, side: string, day: number) =>
  changes.startsWith(`${side},`) && day <= turn;
const isSecond = ({ changes }: LivingAccount, side: string, day: number) =>
  changes.endsWith(`then ${side}`) && day > turn;

/** Whether customers change their contact here on a day. */
export function isChangedHere(account: LivingAccount, day: number): boolean {
  return account.changes === 'here' || isFirst(account, 'here', day) || isSecond(account, 'here', day);
}

/** Posts payments made in the portal there, with our id; some of these it takes back later, which is for a person. */
export async function postPayments(world: World): Promise<void> {
  const { site, random, refusals } = world;
  const listed = new Set(world.posted.map(({ id }) => id));
  const made = await site.query<{ account: string; id: string; cents: number }>(
    `select a.account_number as account, p.id, p.amount_cents::int as cents from payment p join account a on a.id = p.account_id
     where p.external_id is null and p.state = 'COMPLETED' order by p.id`,
  );
  for (const { account, id, cents } of made) {
    if (listed.has(id) || !random.happens(0.6)) continue;
    const notify = random.happens(0.5);
    const body = { amount: dollars(cents), reference: id, notify };
    world.posted.push({ id, account, number: await site.act(account, 'check', body) });
    count(world, 'payments made here posted there');
  }
  const taken = world.counts['payments made here taken back there'] ?? 0;
  const victim = world.posted.find(({ id }) => ![...refusals].some((text) => text.includes(id)));
  if (!victim || taken >= mostTakenBack || !random.happens(0.2)) return;
  const payment = victim.number;
  await site.act(victim.account, random.pick(['cancel-payment', 'refund-payment']), {
    payment,
    notify: true,
  });
  refusals.add(`${victim.account}: payment ${victim.id}, status`);
  count(world, 'payments made here taken back there');
}
