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
      sql.run`insert into charge (id, processor, kind, reference, order_id, token, requested_cents, amount_cents,
          refusal, outcome, at, settles_at, returns_at, return_code)
        values (${charge.id}, ${charge.processor}, ${charge.kind}, ${charge.reference}, ${charge.orderId},
          ${charge.token}, ${charge.requestedCents}, ${charge.amountCents}, ${charge.refusal}, ${charge.outcome},
          ${charge.at}, ${charge.settlesAt}, ${charge.returnsAt}, ${charge.returnCode})`;
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
      sql.run`insert into refund (id, charge_id, reference, amount_cents, at)
        values (${refund.id}, ${refund.chargeId}, ${refund.reference}, ${refund.amountCents}, ${refund.at})`;
    },
    deleteToken(processor: Processor, token: string): void {
      sql.run`insert into deleted_token (processor, token) values (${processor}, ${token}) on conflict do nothing`;
    },
  };
}

function chargeReads({ sql }: SandboxDatabase) {
  return {
    findCharge(processor: Processor, id: string): Charge | undefined {
      const row = sql.get`select * from booked_charge where id = ${id} and processor = ${processor}`;
      return row && toCharge(row);
    },
    listCharges(filter: ChargeFilter): Charge[] {
      const { processor = null, reference = null, includeDeclined = false, limit = -1 } = filter;
      const rows = sql.all`select * from booked_charge
          where (${processor} is null or processor = ${processor})
            and (${reference} is null or reference = ${reference})
            and (${includeDeclined ? 1 : 0} or refusal is null)
          order by number desc limit ${limit}`;
      return rows.map(toCharge);
    },
    listByReference(processor: Processor, reference: string): Charge[] {
      const rows = sql.all`select * from booked_charge
          where processor = ${processor} and reference = ${reference} order by number desc`;
      return rows.map(toCharge);
    },
    findRefund(processor: Processor, reference: string): Refund | undefined {
      const row = sql.get`select r.* from refund r join charge c on c.id = r.charge_id
        where c.processor = ${processor} and r.reference = ${reference}`;
      return row && toRefund(row);
    },
    isDeletedToken(processor: Processor, token: string): boolean {
      return !!sql.get`select 1 from deleted_token where processor = ${processor} and token = ${token}`;
    },
  };
}

function attemptQueries({ sql }: SandboxDatabase) {
  return {
    insertAttempt(attempt: Attempt): void {
      sql.run`insert into attempt (processor, reference, token, amount_cents, outcome, at)
        values (${attempt.processor}, ${attempt.reference}, ${attempt.token}, ${attempt.amountCents},
          ${attempt.outcome}, ${attempt.at})`;
    },
    countAttempts(processor: Processor, reference: string): number {
      const row = sql.get`select count(*) as attempts from attempt
        where processor = ${processor} and reference = ${reference}`;
      return Number(row?.attempts);
    },
    listAttempts(limit: number): Attempt[] {
      const rows = sql.all`select * from attempt order by number desc limit ${limit}`;
      return rows.map((row) => ({
        processor: row.processor as Processor,
        reference: row.reference as string | null,
        token: String(row.token),
        amountCents: Number(row.amount_cents),
        outcome: String(row.outcome),
        at: String(row.at),
      }));
    },
  };
}

type Row = Record<string, unknown>;

function toCharge(row: Row): Charge {
  return {
    id: row.id as Charge['id'],
    processor: row.processor as Charge['processor'],
    kind: row.kind as Charge['kind'],
    reference: row.reference as Charge['reference'],
    orderId: row.order_id as Charge['orderId'],
    token: row.token as Charge['token'],
    requestedCents: row.requested_cents as Charge['requestedCents'],
    amountCents: row.amount_cents as Charge['amountCents'],
    refusal: row.refusal as Charge['refusal'],
    outcome: row.outcome as Charge['outcome'],
    at: row.at as Charge['at'],
    settlesAt: row.settles_at as Charge['settlesAt'],
    returnsAt: row.returns_at as Charge['returnsAt'],
    returnCode: row.return_code as Charge['returnCode'],
    voidedAt: row.voided_at as Charge['voidedAt'],
    refundedCents: row.refunded_cents as Charge['refundedCents'],
  };
}

function toRefund(row: Row): Refund {
  return {
    id: row.id as Refund['id'],
    chargeId: row.charge_id as Refund['chargeId'],
    reference: row.reference as Refund['reference'],
    amountCents: row.amount_cents as Refund['amountCents'],
    at: row.at as Refund['at'],
  };
}
