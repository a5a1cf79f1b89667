import type { BillChange, ChangeCause } from '@myaccount/contract/invoices';
import type { Language } from '@myaccount/contract/languages';
import { centsOf } from '../../ui/Money.tsx';

/** The most causes that one line names. */
const namedCauses = 2;

/** Causes that read differently when they make a bill smaller. */
const directed: ReadonlySet<ChangeCause> = new Set(['usage', 'one-time', 'fee', 'tax', 'late-fee']);

export interface NamedCause {
  /** Key of `balance.change.cause`. */
  readonly key: string;
  /** Name of the service, charge, or discount, as it reads in the middle of a sentence. */
  readonly name: string;
  readonly cents: number;
}

export interface ChangeLine {
  readonly direction: 'more' | 'less' | 'same';
  /** Never negative. */
  readonly cents: number;
  /** The largest causes; none when the bill is the same. */
  readonly causes: readonly NamedCause[];
  readonly hasOtherCauses: boolean;
}

/**
 * In English, “International calls” becomes “international calls”; names whose second word is no plain word stay: “Fiber
 * 500”. Other languages quote the name as the bill has it.
 */
function insideSentence(name: string, language: Language): string {
  return language === 'en' && /^\p{Lu}\p{Ll}+,? \p{Ll}/u.test(name)
    ? name.charAt(0).toLowerCase() + name.slice(1)
    : name;
}

/** Returns what one line says about the change since the bill before. */
export function changeLineOf({ amount, causes }: BillChange, language: Language): ChangeLine {
  const cents = centsOf(amount);
  if (cents === 0) return { direction: 'same', cents, causes: [], hasOtherCauses: false };
  return {
    direction: cents > 0 ? 'more' : 'less',
    cents: Math.abs(cents),
    causes: causes.slice(0, namedCauses).map((cause) => ({
      key: cause.amount < 0 && directed.has(cause.code) ? `${cause.code}-less` : cause.code,
      name: insideSentence(cause.description ?? '', language),
      cents: centsOf(cause.amount),
    })),
    hasOtherCauses: causes.length > namedCauses,
  };
}
