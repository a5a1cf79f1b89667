import type { ChangeCause, ChargeType } from '@myaccount/contract/invoices';
import { sumCents } from '@myaccount/contract/money';

/** A line of a bill, as far as a comparison of two bills needs it. */
export interface ComparedCharge {
  readonly chargeType: ChargeType;
  readonly description: string;
  readonly amountCents: number;
}

/** One reason why a bill differs from the bill before. */
export interface BillChangeCause {
  readonly code: ChangeCause;
  /** What it is about, in the bill's words; null where the code says it all. */
  readonly description: string | null;
  /** Above 0: the bill is higher. Never 0. */
  readonly amountCents: number;
  readonly beforeCents: number;
  /** How both bills name a part of a month, where one has it; null for other causes. */
  readonly words: string | null;
}

/** How a bill's own charges differ from those of the bill before. */
export interface BillChange {
  readonly amountCents: number;
  readonly beforeCents: number;
  /** The largest first. They add up to `amountCents`. */
  readonly causes: readonly BillChangeCause[];
}

/** The lines of one bill that are about the same thing. */
interface NamedLines {
  readonly chargeType: ChargeType;
  /** Null where the type says it all. */
  readonly name: string | null;
  readonly charges: readonly ComparedCharge[];
}

/** A number of units that changes from bill to bill: “, 28 minutes” or “ (12 of 30 days)” at the end of a description. */
const quantity = /(?:,\s*\d[^,]*|\s*\([^()]*\d[^()]*\))$/u;
/** Charge types whose lines count as one: their descriptions tell a customer no more than their type. */
const summedTypes: readonly ChargeType[] = ['tax', 'late-fee'];
/** Charge types of which a bill without them says that they ended. */
const endingTypes: readonly ChargeType[] = ['one-time', 'fee'];

/** Compares two bills of an account by kind and name of their lines (STATEMENT-2). */
export function billChangeOf(before: readonly ComparedCharge[], now: readonly ComparedCharge[]): BillChange {
  const [linesBefore, linesNow] = [byName(before), byName(now)];
  const causes = [...new Map([...linesNow, ...linesBefore])].flatMap(([key, { chargeType, name }]) => {
    const sides = [linesBefore.get(key)?.charges ?? [], linesNow.get(key)?.charges ?? []] as const;
    const beforeCents = sumCents(sides[0]);
    const amountCents = sumCents(sides[1]) - beforeCents;
    if (amountCents === 0) return [];
    const code = causeOf(chargeType, ...sides);
    const texts = new Set(sides.flat().map(({ description }) => description));
    const words = code === 'proration' ? [...texts].filter((text) => text !== name).join(', ') : null;
    return [{ code, description: name, amountCents, beforeCents, words }];
  });
  return {
    amountCents: sumCents(now) - sumCents(before),
    beforeCents: sumCents(before),
    causes: causes.sort((one, other) => Math.abs(other.amountCents) - Math.abs(one.amountCents)),
  };
}

function byName(charges: readonly ComparedCharge[]): Map<string, NamedLines> {
  const named = Map.groupBy(charges, (charge) => `${charge.chargeType} ${nameOf(charge) ?? ''}`);
  return new Map(
    [...named].map(([key, lines]) => {
      const [first] = lines as [ComparedCharge, ...ComparedCharge[]];
      return [key, { chargeType: first.chargeType, name: nameOf(first), charges: lines }];
    }),
  );
}

function nameOf({ chargeType, description }: ComparedCharge): string | null {
  return summedTypes.includes(chargeType) ? null : description.replace(quantity, '').trim() || description;
}

function causeOf(
  chargeType: ChargeType,
  before: readonly ComparedCharge[],
  now: readonly ComparedCharge[],
): ChangeCause {
  const added = now.length - before.length;
  if (chargeType === 'recurring') {
    if (added !== 0) return added > 0 ? 'added' : 'removed';
    return isSameText(before, now) ? 'plan-price' : 'proration';
  }
  if (chargeType !== 'discount') {
    const hasEnded = endingTypes.includes(chargeType) && now.length === 0 && sumCents(before) > 0;
    return hasEnded ? 'charge-ended' : chargeType;
  }
  if (added === 0) return 'discount-changed';
  return added > 0 ? 'discount-added' : 'discount-ended';
}

/** Whether no line says another number of units than its line on the other bill. */
function isSameText(before: readonly ComparedCharge[], now: readonly ComparedCharge[]): boolean {
  return now.every(({ description }, index) => description === before[index]?.description);
}
