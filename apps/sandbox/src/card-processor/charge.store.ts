import type { SandboxDatabase } from '../sandbox-database.ts';
import type { Charge, Processor } from './charge.ts';

/** One attempt to charge, with any outcome. */
export interface Attempt {
  readonly processor: Processor;
  readonly reference: string | null;
  readonly token: string;
  readonly amountCents: number;
  readonly outcome: string;
  readonly at: string;
}

export interface Refund {
  readonly id: string;
  readonly chargeId: string;
  readonly reference: string | null;
  readonly amountCents: number;
  readonly at: string;
}

/** Which charges to list. Without a limit, lists all. */
export interface ChargeFilter {
  readonly processor?: Processor;
  readonly reference?: string;
  readonly includeDeclined?: boolean;
  readonly limit?: number;
}

export type ChargeStore = ReturnType<typeof openChargeStore>;

/** Charges, refunds, and attempts of both processors. Lists are newest first. */
export function openChargeStore(database: SandboxDatabase) {
  return { ...chargeWrites(database), ...chargeReads(database), ...attemptQueries(database) };
}

function chargeWrites({ sql }: SandboxDatabase) {
  return {
    insertCharge(charge: Omit<Charge, 'voidedAt' | 'refundedCents'>): Charge {
      sql.insert('charge', charge);
      return { ...charge, voidedAt: null, refundedCents: 0 };
    },
    voidCharge(id: string, at: string): void {
      sql.run`update charge set voided_at = ${at} where id = ${id} and voided_at is null`;
    },
    returnDebit(id: string, { at, code }: { at: string; code: string }): void {
      sql.run`update charge set returns_at = ${at}, return_code = ${code}
        where id = ${id} and kind = 'bank' and refusal is null and voided_at is null
          and (returns_at is null or returns_at > ${at})`;
    },
    insertRefund(refund: Refund): void {
      sql.insert('refund', refund);
    },
    deleteToken(processor: Processor, token: string): void {
      sql.run`insert into deleted_token (processor, token) values (${processor}, ${token}) on conflict do nothing`;
    },
  };
}

function chargeReads({ sql }: SandboxDatabase) {
  return {
    findCharge(processor: Processor, id: string): Charge | undefined {
      const row = sql.get<StoredCharge>`select * from booked_charge where id = ${id} and processor = ${processor}`;
      return row && toCharge(row);
    },
    listCharges(filter: ChargeFilter): Charge[] {
      const { processor = null, reference = null, includeDeclined = false, limit = -1 } = filter;
      const rows = sql.all<StoredCharge>`select * from booked_charge
          where (${processor} is null or processor = ${processor})
            and (${reference} is null or reference = ${reference})
            and (${includeDeclined ? 1 : 0} or refusal is null)
          order by number desc limit ${limit}`;
      return rows.map(toCharge);
    },
    listByReference(processor: Processor, reference: string): Charge[] {
      const rows = sql.all<StoredCharge>`select * from booked_charge
          where processor = ${processor} and reference = ${reference} order by number desc`;
      return rows.map(toCharge);
    },
    findRefund(processor: Processor, reference: string): Refund | undefined {
      return sql.get`select r.* from refund r join charge c on c.id = r.charge_id
        where c.processor = ${processor} and r.reference = ${reference}`;
    },
    isDeletedToken(processor: Processor, token: string): boolean {
      return !!sql.get`select 1 from deleted_token where processor = ${processor} and token = ${token}`;
    },
  };
}

function attemptQueries({ sql }: SandboxDatabase) {
  return {
    insertAttempt(attempt: Attempt): void {
      sql.insert('attempt', attempt);
    },
    countAttempts(processor: Processor, reference: string): number {
      const row = sql.get<{ count: number }>`select count(*) as count from attempt
        where processor = ${processor} and reference = ${reference}`;
      return row?.count ?? 0;
    },
    listAttempts(limit: number): Attempt[] {
      return sql.all`select processor, reference, token, amount_cents, outcome, at from attempt
        order by number desc limit ${limit}`;
    },
  };
}

type StoredCharge = Charge & { number: number };

function toCharge({ number: _, ...charge }: StoredCharge): Charge {
  return charge;
}
