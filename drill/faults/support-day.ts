import { rmSync } from 'node:fs';
import type { DrillPart } from '../part.ts';
import { todayAt } from './due-customers.ts';
import { compare } from './referee.ts';
import { type Customer, Site } from './site.ts';
import { Desk } from './support/desk.ts';
import { callers, creditFile, daysBefore, firstFile, nextFile, pin } from './support/files.ts';

const by = ['--by', 'Kim'];
const bill = 84.99;
const disputed = '20.00';
const wrongCodes = 6;

/** A day of support, with commands alone. What they did is seen by what they print and by what customers see. */
export const supportDay: DrillPart = {
  name: 'support-day',
  proves:
    'with commands alone, an operator finds, signs in, credits, refunds, and settles, and customers see it; the next import undoes nothing',
  async run(environment) {
    rmSync(environment.clockFile, { force: true });
    const site = await Site.open(environment, 'faults_support', { CLOCK_FILE: environment.clockFile });
    try {
      const desk = new Desk(environment, site, await site.startServer('support', 'all'));
      const payers = await payBefore(desk);
      const calls: [name: string, call: () => Promise<void>][] = [
        ['a stuck payment', () => settleStuck(desk)],
        ['a disputed charge', () => refundDisputed(desk)],
        ['a returned debit', () => recordReturn(desk)],
        ['a blocked sign-in', () => unblock(desk)],
        ['a file with mistakes', () => importCorrected(desk)],
        ['a forgotten address', () => findAddress(desk)],
        ['a lost address', () => changeAddress(desk)],
      ];
      for (const [name, call] of calls)
        await call().catch((error: Error) => desk.failures.push(`${name}: ${error.stack}`));
      await desk.ops(['check']);
      const { failures, charges, refunded, mails } = await compare(
        site,
        await signedIn(desk, payers),
        Number.POSITIVE_INFINITY,
      );
      return {
        counts: { commands: desk.commands, charges, refunded, mails },
        failures: [...desk.failures, ...failures],
      };
    } finally {
      await site.close();
      rmSync(environment.clockFile, { force: true });
    }
  },
};

/** Some days before: a first file, and customers who pay. Orbital loses an answer, and stays away. */
async function payBefore(desk: Desk): Promise<Customer[]> {
  const { site } = desk;
  await desk.import(firstFile(todayAt(site)), [], { says: /Imported: \d+ lines, 0 refused/ });
  const [ana, ben, cara] = [
    await desk.call(callers.ana),
    await desk.call(callers.ben),
    await desk.call(callers.cara),
  ];
  const paid = [await desk.pay(ana), await desk.pay(ben), await desk.pay(cara)];
  desk.see('payments', paid.join() === 'COMPLETED,PENDING,PENDING', paid);
  await site.sandbox.control({ processor: 'orbital', mode: 'down' });
  await desk.letDaysPass(daysBefore);
  return [ana, ben, cara];
}

/** The processor's own page has the charge, and the operator records it. */
async function settleStuck(desk: Desk): Promise<void> {
  const { out } = await desk.ops(['manual-review'], {
    code: 2,
    says: /^payment \S+ {2}account A3 .*no other payment/,
  });
  const [, payment = '', reference = ''] = /^payment (\S+) .* reference (\w+)/.exec(out) ?? [];
  const [charge] = await desk.site.sandbox.charges(reference);
  const found = ['--as', 'charged', '--transaction', charge?.id ?? ''];
  await desk.ops(['settle-payment', payment, ...found, ...by], { says: /: charged\./ });
  await desk.site.sandbox.reset();
  await desk.ops(['manual-review'], { says: /Nothing needs manual review/ });
  await desk.ops(['settle-payment', payment, ...found, ...by], { code: 1 });
  const cara = await desk.call(callers.cara);
  desk.see('her payment', (await desk.payment(cara)).status === 'COMPLETED', await desk.payment(cara));
  desk.see('her balance', (await desk.home(cara)).balance === 0, await desk.home(cara));
}

/** Billing credits it first: then nothing is reopened. */
async function refundDisputed(desk: Desk): Promise<void> {
  const today = todayAt(desk.site);
  const { out } = await desk.ops(['show', 'A1'], { says: /COMPLETED {2}\$84\.99/ });
  const payment = paymentIn(out);
  const refund = ['refund', payment, '--amount', disputed, '--reason', 'Router that was returned', ...by];
  await desk.ops(refund, { code: 1, says: /would reopen \$20\.00 of debt: .*billing credit it first/ });
  await desk.import(creditFile(today, disputed), [], { says: /0 refused/ });
  await desk.ops(refund, { says: /\$20\.00 of it is taken from free credit\.\n(?!.*owed again)/s });
  await desk.ops([...refund, '--yes'], { says: /: \$20\.00 is refunded\./ });
  await desk.ops([...refund.with(3, '70.00'), '--yes'], {
    code: 1,
    says: /\$64\.99 of the payment of \$84\.99 is left/,
  });
  await desk.ops(['show', 'A1'], { says: /balance \$0\.00\n[\s\S]*refunded \$20\.00/ });
  await desk.ops(['audit', 'A1'], { says: /payments\.refunded/ });
  const ana = await desk.call(callers.ana);
  const row = await desk.payment(ana);
  desk.see('her history', row.status === 'COMPLETED' && row.refunded === Number(disputed), row);
  const { refunds = [], ...receipt } = await desk.receipt(ana, row);
  const isRight = refunds.length === 1 && refunds[0]?.amount === 20 && refunds[0].refunded_on === today;
  desk.see('her receipt', isRight && receipt.credit === 0, { ...receipt, refunds });
  const { balance, openItems } = await desk.home(ana);
  desk.see('nothing is reopened', balance === 0 && openItems.length === 0, { balance, openItems });
  await desk.seeMail(callers.ana.signsInAs, /^We refunded \$20\.00/);
}

/** The bank's letter says that a debit came back. */
async function recordReturn(desk: Desk): Promise<void> {
  const { out } = await desk.ops(['show', 'A2'], { says: /COMPLETED {2}\$84\.99/ });
  const command = ['return-payment', paymentIn(out), '--reason', 'R01', ...by];
  await desk.ops(command, { says: /: returned, / });
  const ben = await desk.call(callers.ben);
  const row = await desk.payment(ben);
  const [charge] = (await desk.site.sandbox.charges()).filter(({ id }) => id === row.trasaction_id);
  if (charge) await desk.site.sandbox.returnDebit(charge.id, 'R01');
  desk.see('his payment', row.status === 'RETURNED' && row.failure !== null, row);
  desk.see('his balance', (await desk.home(ben)).amountDue === bill, await desk.home(ben));
  await desk.ops(command, { code: 1 });
  await desk.ops(['show', 'A2'], { says: /Returned payments\n.*R01/ });
  await desk.ops(['refund', row.id, '--reason', 'He asks', ...by], { code: 1, says: /is RETURNED/ });
}

/** He typed wrong codes until none is accepted, and gets no new one. */
async function unblock(desk: Desk): Promise<void> {
  const { signsInAs } = callers.finn;
  const { challenge = '' } = await desk.requestCode(signsInAs);
  for (let tries = 0; tries < wrongCodes; tries += 1) await desk.enterCode(signsInAs, challenge, '000000');
  const blocked = await desk.requestCode(signsInAs);
  desk.see('he is blocked', blocked.challenge === undefined, blocked);
  await desk.ops(['unlock-login', signsInAs, ...by], { says: /^Unlocked: / });
  const accessToken = await desk.signIn(signsInAs);
  desk.see('he signs in again', accessToken !== undefined, accessToken);
}

/** Billing's next file has mistakes. Checked, corrected, and imported, it leaves what was given back as it is. */
async function importCorrected(desk: Desk): Promise<void> {
  const today = todayAt(desk.site);
  const ana = await desk.call(callers.ana);
  const { id } = await desk.payment(ana);
  const wrong = nextFile(today, id, false);
  const causes =
    /Refused lines by cause:\n +2 {2}customer: phoneNumber: .*first: line 3\)\n +1 {2}invoice: previousBalance: /;
  await desk.import(wrong, ['--check'], { code: 1, says: causes });
  await desk.ops(['show', 'A1'], { says: /balance \$0\.00\n/ });
  const corrected = nextFile(today, id, true);
  await desk.import(corrected, ['--check'], { says: /Dry run, nothing stored: 4 lines, 0 refused/ });
  for (const _ of ['once', 'again'])
    await desk.import(corrected, [], { says: /Imported: 4 lines, 0 refused/ });
  await desk.ops(['show', 'A1'], { says: /balance \$84\.99, amount due \$84\.99\n/ });
  const { openItems, ...home } = await desk.home(ana);
  const isWhole = home.balance === bill && openItems.length === 1 && openItems[0]?.amount === bill;
  desk.see('her next bill is open wholly', isWhole, openItems);
  desk.see('her refund stays', (await desk.payment(ana)).refunded === Number(disputed), home);
  await desk.ops(['show', 'A2'], { says: /6145550199/ });
}

/** He forgot which address he signs in with: his name leads to it. */
async function findAddress(desk: Desk): Promise<void> {
  await desk.ops(['find', 'elm', 'street'], { says: /Accounts: 6, best first/ });
  await desk.ops(['find', 'web', 'dan'], { says: /Accounts: 1, best first\n.*A4 .*dan\.weber@example\.com/ });
  await desk.ops(['find', 'Danny Webber'], { code: 1, says: /Nobody is found by/ });
  const { out } = await desk.ops(['show', 'A4'], { says: /Logins\n/ });
  const address = /Logins\n *(\S+@\S+)/.exec(out)?.[1] ?? '';
  desk.see('his address', address === callers.dan.signsInAs, address);
  desk.see('he signs in', (await desk.signIn(address)) !== undefined, address);
}

/** She lost her address. The new one waits for a day, and proves itself with a code. */
async function changeAddress(desk: Desk): Promise<void> {
  const { signsInAs: old } = callers.eve;
  const fresh = 'eve.new@example.com';
  await desk.ops(['find', 'eve', 'moss'], { says: /A5/ });
  const change = ['change-login', old, '--to', fresh, ...by, '--reason', 'Lost her address'];
  await desk.ops(change, { code: 1 });
  await desk.ops(['verify-pin', 'A5', ...by], { code: 1, input: '9999\n', says: /does not match/ });
  await desk.ops(['verify-pin', 'A5', ...by], { input: `${pin}\n`, says: /matches/ });
  await desk.ops([...change, '--dry-run'], { says: /^Would wait: / });
  await desk.ops(change, { says: /^Waits: a code sent to eve\.new@example\.com completes it from / });
  await desk.seeMail(old, /^Your sign-in address is about to change/);
  await desk.seeMail(fresh, /^Sign in with this email address from/);
  await desk.ops(['show', old], { says: /eve\.new@example\.com/ });
  desk.see('not at once', (await desk.requestCode(fresh)).challenge === undefined, fresh);
  await desk.letDaysPass(2);
  desk.see('the new address signs in', (await desk.signIn(fresh)) !== undefined, fresh);
  desk.see('the old one does not', (await desk.requestCode(old)).challenge === undefined, old);
}

/** Returns the id of the newest payment that `show` lists. */
function paymentIn(shown: string): string {
  return /\nPayments\n[^\n]*?([0-9a-f]{8}-[0-9a-f-]{27})/.exec(shown)?.[1] ?? '';
}

/** Opens sessions again: days have passed. */
async function signedIn({ site }: Desk, customers: readonly Customer[]): Promise<Customer[]> {
  const again: Customer[] = [];
  for (const customer of customers)
    again.push({ ...customer, accessToken: await site.signIn(customer.loginId) });
  return again;
}
