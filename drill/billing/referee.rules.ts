import type { SandboxCharge } from '../../apps/server/src/testing/sandbox.ts';
import type { Posted, Records, Side } from './records.ts';

/** A payment that was made in the portal. */
export interface Made {
  readonly account: string;
  readonly id: string;
  readonly cents: number;
  readonly state: string;
  readonly reference: string | null;
}

/** Both ways: every record of a side is once on the other, and says the same. */
export function differingRecords(here: Records, there: Records): string[] {
  return [...new Set([...there.keys(), ...here.keys()])].flatMap((name) => {
    const [ours = [], theirs = []] = [here.get(name), there.get(name)];
    if (theirs.length === 0) return [`${name} is here, and not there: ${ours.join(' / ')}`];
    if (ours.length === 0) return [`${name} is there, and not here: ${theirs.join(' / ')}`];
    if (ours.length > 1 || theirs.length > 1)
      return [`${name} is here ${ours.length} times, there ${theirs.length} times`];
    return ours[0] === theirs[0] ? [] : [`${name} is here ${ours[0]}, there ${theirs[0]}`];
  });
}

const isTaken = ({ state }: SandboxCharge) => state !== 'declined' && state !== 'voided';
export const isBooked = ({ state }: Made) => state === 'COMPLETED' || state === 'PENDING';

/** Payments made here against the processors' own books, both ways, and against what billing lists of them. */
export function differingPayments(
  made: readonly Made[],
  charges: readonly SandboxCharge[],
  posted: readonly Posted[],
): string[] {
  const byReference = new Map(charges.filter(isTaken).map((charge) => [charge.reference, charge]));
  const ownReferences = new Set(made.filter(isBooked).map(({ reference }) => reference));
  const byId = new Map(made.map((payment) => [payment.id, payment]));
  return [
    ...made.filter(isBooked).flatMap(({ id, account, cents, reference }) => {
      const charge = byReference.get(reference);
      return charge?.amountCents === cents ? [] : [`payment ${id} of ${account} is not what was charged`];
    }),
    ...[...byReference.keys()].flatMap((reference) =>
      ownReferences.has(reference) ? [] : [`charge ${reference} is not booked`],
    ),
    ...posted.flatMap(({ id, account, cents }) => {
      const own = byId.get(id);
      return own?.account === account && own.cents === cents
        ? []
        : [`payment ${id} of ${account} is listed there, and is another one here`];
    }),
    ...posted.flatMap(({ id }, index) =>
      posted.findIndex((other) => other.id === id) === index ? [] : [`payment ${id} is twice there`],
    ),
  ];
}

/** What each account owes: what it owes there, without the payments made here that count there for nothing. */
export function differingBalances(
  here: Side,
  there: Side,
  made: readonly Made[],
  posted: readonly Posted[],
): string[] {
  const applied = new Set(posted.filter(({ status }) => status === 'APPLIED').map(({ id }) => id));
  const numbers = new Set([...here.accounts.keys(), ...there.accounts.keys()]);
  return [...numbers].flatMap((number) => {
    const [own, their] = [here.accounts.get(number), there.accounts.get(number)];
    if (!own || !their) return [`account ${number} is ${own ? 'here' : 'there'} alone`];
    const unlisted = made.filter(
      ({ account, id, state }) => account === number && state === 'COMPLETED' && !applied.has(id),
    );
    const expected = their.cents - unlisted.reduce((sum, { cents }) => sum + cents, 0);
    const state = ({ price, billType, email }: typeof own) => `$${price / 100}, ${billType}, ${email}`;
    return [
      ...(own.cents === expected
        ? []
        : [`account ${number} owes ${own.cents / 100} here, ${expected / 100} by billing’s books`]),
      ...(state(own) === state(their)
        ? []
        : [`account ${number} is here ${state(own)}, there ${state(their)}`]),
    ];
  });
}

/** What is not as often as it should be: once where it is expected, never elsewhere. */
export function differingSets(what: string, found: readonly string[], expected: Iterable<string>): string[] {
  const wanted = new Set(expected);
  const timesOf = (text: string) => found.filter((other) => other === text).length;
  return [...new Set([...wanted, ...found])].flatMap((text) => {
    const [times, right] = [timesOf(text), wanted.has(text) ? 1 : 0];
    return times === right ? [] : [`${what} ${text} is there ${times} times, not ${right}`];
  });
}
