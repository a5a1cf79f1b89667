import { formatCents } from '@myaccount/contract/money';
import {
  listEnrollments,
  listLastAutopayCharges,
  listPlannedForSupport,
  listReturnsForSupport,
} from '../features/accounts/support-autopay.repository.ts';
import type { Balance } from '../features/balance/balance.rules.ts';
import type { Database } from '../platform/database/connect.ts';
import { methodName } from './method-name.ts';
import { type SectionRow, textSection } from './text-section.ts';

/** Returns what will be charged without the customer, what was, and what came back, as sections of text. */
export async function autopaySections(db: Database, accountId: string, balance: Balance): Promise<string[]> {
  const enrollments = await listEnrollments(db, accountId);
  const isOn = enrollments.some(({ endedAt }) => endedAt === null);
  return [
    `autopay is ${isOn ? 'on' : 'off'}${nextCharge(balance)}`,
    textSection('Autopay enrollments', enrollments.map(enrollmentRow)),
    textSection('Autopay charges', await charges(db, accountId)),
    textSection('Planned payments', await planned(db, accountId)),
    textSection('Returned payments', await returns(db, accountId)),
  ];
}

function nextCharge({ autopayCharge }: Balance): string {
  if (!autopayCharge) return '';
  return `; next charge ${formatCents(autopayCharge.amountCents)} on ${autopayCharge.chargeOn}`;
}

function enrollmentRow(enrollment: Awaited<ReturnType<typeof listEnrollments>>[number]): SectionRow {
  const { enrolledAt, endedAt, textVersion, language, agreedAt } = enrollment;
  return [
    `on ${enrolledAt.toISOString()}`,
    endedAt ? `off ${endedAt.toISOString()}` : 'still on',
    methodName(enrollment),
    agreedAt
      ? `agreed to version ${textVersion} ${language} ${agreedAt.toISOString()}`
      : 'imported, without consent here',
  ];
}

async function charges(db: Database, accountId: string): Promise<SectionRow[]> {
  const found = await listLastAutopayCharges(db, accountId);
  return found.map((charge) => [
    charge.runOn,
    `due ${charge.dueOn}`,
    `attempt ${charge.attempt}`,
    formatCents(charge.amountCents),
    charge.state ?? 'not charged',
    charge.failure,
    charge.retryOn && `next attempt ${charge.retryOn}`,
    charge.paymentId,
  ]);
}

async function planned(db: Database, accountId: string): Promise<SectionRow[]> {
  const found = await listPlannedForSupport(db, accountId);
  return found.map((payment) => [
    payment.plannedFor,
    formatCents(payment.amountCents),
    methodName(payment),
    `planned ${payment.plannedAt.toISOString()}`,
    payment.id,
  ]);
}

async function returns(db: Database, accountId: string): Promise<SectionRow[]> {
  const found = await listReturnsForSupport(db, accountId);
  return found.map((payment) => [
    payment.returnedAt?.toISOString() ?? null,
    `paid ${payment.paidOn}`,
    formatCents(payment.amountCents),
    methodName(payment),
    payment.reason,
    payment.bankText,
    payment.id,
  ]);
}
