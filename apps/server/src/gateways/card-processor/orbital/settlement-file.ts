import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import { centsOfDecimals } from '../amounts.ts';
import type { ChargeRecords, RecordedCharge, RecordedRefund, UnreadableRecord } from '../card-processor.ts';

/** The columns of a settlement file (docs/operations.md). Other columns are ignored. */
const requiredColumns = ['order_number', 'amount', 'charged_at'] as const;

const instant = z.iso.datetime({ offset: true });
const currency = 'USD';

/**
 * Returns the charges and refunds of a settlement file in CSV with a header line. Lists each line that cannot be read. Throws if the file
 * cannot be opened or lacks a column.
 */
export async function readSettlementFile(path: string): Promise<ChargeRecords> {
  const charges: RecordedCharge[] = [];
  const refunds: RecordedRefund[] = [];
  const unreadable: UnreadableRecord[] = [];
  const parser = parse({
    bom: true,
    columns: checkColumns,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    trim: true,
  });
  parser.on('skip', ({ lines, message }: CsvError) => {
    unreadable.push({ where: `line ${lines}`, reason: message });
  });
  pipeline(createReadStream(path), parser, () => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedLine>) {
      const where = `line ${info.lines}`;
      const charge = chargeOf(record);
      if (typeof charge === 'string') unreadable.push({ where, reason: charge });
      else if (record.type === 'refund') refunds.push({ ...charge, means: 'refund' });
      else charges.push(charge);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${path} is not a settlement file: ${reason}`);
  }
  return { charges, refunds, unreadable };
}

interface ParsedLine {
  readonly record: Readonly<Record<string, string | undefined>>;
  readonly info: { readonly lines: number };
}

function checkColumns(header: string[]): string[] {
  const missing = requiredColumns.filter((name) => !header.includes(name));
  if (missing.length > 0) throw new Error(`the header lacks ${missing.join(', ')}`);
  return header;
}

/** Returns the charge of a line, or the reason why it cannot be read. */
function chargeOf(line: ParsedLine['record']): RecordedCharge | string {
  const {
    order_number: reference,
    amount,
    charged_at: at,
    card_last_four: lastFour,
    transaction,
    type,
  } = line;
  if (!reference) return 'order_number is empty';
  const amountCents = centsOfDecimals(amount);
  if (!amountCents) return `amount is “${amount}”, not dollars above 0 such as 84.99`;
  if (line.currency && line.currency !== currency) return `currency is “${line.currency}”, not ${currency}`;
  if (!instant.safeParse(at).success) return `charged_at is “${at}”, not a time such as 2026-11-24T17:00:00Z`;
  if (type && type !== 'charge' && type !== 'refund') return `type is “${type}”, not charge or refund`;
  if (lastFour && !/^\d{4}$/.test(lastFour)) return 'card_last_four is not four digits';
  return {
    reference,
    transaction: transaction || null,
    amountCents,
    at: new Date(at ?? ''),
    lastFour: lastFour || null,
  };
}
