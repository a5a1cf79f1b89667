import { plantedBillingBugs } from './planted-billing-bugs.ts';
import type { PlantedBug } from './planted-bug.ts';
import { plantedRefundBugs } from './planted-refund-bugs.ts';
import { plantedTellingBugs } from './planted-telling-bugs.ts';

const charge = 'features/charging/charge.service.ts';
const outcome = 'features/payment-state/outcome.service.ts';
const find = 'features/charging/find-charge.service.ts';
const bookLost = 'features/charging-pause/book-lost-charge.service.ts';
const deliver = 'platform/outbox/deliver.ts';
const send = 'context.sendMail(outgoing(context, message)),';
const asks = '  if (!processor || own === null) return { payment };\n';
const sends = '    const result = await portal.processors[processor].charge({\n';
const amount = '      amountCents: current.amountCents,\n';
const half = amount.replace('current.amountCents', 'Math.floor(current.amountCents / 2)');
const sent = `${amount}      reference: current.reference ?? '',
      initiator: client ? 'customer' : 'merchant',
      sentAt: sentAt ?? current.occurredAt,
      lastFour: current.method.lastFour,
      isResent: sentAt !== null,
    });
`;
const again = `    await portal.processors[processor].charge({ token, kind, networkTransaction, sendBefore,
      amountCents: current.amountCents, reference: '9' + current.reference.slice(1),
      initiator: client ? 'customer' : 'merchant', sentAt: current.occurredAt, lastFour: null, isResent: true });
`;

/** Bugs that a drill has to find, by name: `npm run drill -- faults --planted charged-twice`. */
export const plantedBugs: Readonly<Record<string, PlantedBug>> = {
  ...plantedBillingBugs,
  ...plantedRefundBugs,
  ...plantedTellingBugs,
  'charged-twice': {
    file: charge,
    text: sent,
    broken: `${sent}    if (!client)\n  ${again}`,
    foundBy: ['quiet-day', 'due-payments', 'restores', 'forty-days'],
  },
  'pressed-twice': {
    file: charge,
    text: sent,
    broken: `${sent}    if (client)\n  ${again}`,
    foundBy: ['quiet-day', 'early-disconnect', 'kills'],
  },
  'half-charged': {
    file: charge,
    text: amount,
    broken: half,
    foundBy: ['quiet-day', 'due-payments', 'early-disconnect'],
  },
  'half-charged-booked-whole': {
    file: charge,
    text: sent,
    broken: `${sent.replace(amount, half)}
    if ('amountCents' in result) Object.assign(result, { amountCents: current.amountCents });
`,
    foundBy: ['quiet-day', 'due-payments', 'early-disconnect'],
  },
  'booked-without-charge': {
    file: charge,
    text: sends,
    broken: `    const booked = { outcome: 'approved', transaction: 'T' + current.reference, amountCents: current.amountCents };
${sends.replace('await', '!client ? booked : await')}`,
    foundBy: ['quiet-day', 'due-payments'],
  },
  'moved-plan-charged': {
    file: 'features/planned-payments/planned-payments.rules.ts',
    text: ' || plannedFor > today) return',
    broken: ') return',
    foundBy: ['due-payments'],
  },
  'posting-lost': {
    file: outcome,
    text: '      bookPayment(trx, payment, { occurredOn: payment.occurredOn, at: now }),\n',
    broken: '',
    foundBy: ['quiet-day', 'due-payments', 'restores'],
  },
  'return-not-posted': {
    file: outcome,
    text: '    await bookReturn(trx, { ...payment, amountCents: worthOf(from) }, { occurredOn: today, at: now });\n',
    broken: '',
    foundBy: ['forty-days'],
  },
  'return-not-released': {
    file: outcome,
    text: '    await releasePayment(trx, payment, { today, at: now });\n',
    broken: '',
    foundBy: ['forty-days'],
  },
  'mail-missing': {
    file: outcome,
    text: '    !recording.isNotified && mailResult(payment, recording),\n',
    broken: '',
    foundBy: ['quiet-day', 'due-payments'],
  },
  'mail-not-sent': {
    file: deliver,
    text: send,
    broken:
      "message.template === 'payment-made' ? Promise.resolve() : context.sendMail(outgoing(context, message)),",
    foundBy: ['quiet-day', 'due-payments'],
  },
  'mail-twice': {
    file: deliver,
    text: send,
    broken: `context.sendMail(outgoing(context, message)).then(() =>
        context.sendMail({ ...outgoing(context, message), messageId: '<again-' + outgoing(context, message).messageId.slice(1) })),`,
    foundBy: ['quiet-day', 'due-payments', 'restores'],
  },
  'adopted-with-mail': {
    file: bookLost,
    text: 'actor, isNotified: true',
    broken: 'actor, isNotified: false',
    foundBy: ['restores'],
  },
  'lookup-skipped': {
    file: find,
    text: asks,
    broken: '  return { payment };\n',
    foundBy: ['restores'],
  },
  'look-up-believes-away': {
    file: find,
    text: "    if (result.outcome === 'not-found') {\n",
    broken: "    if (result.outcome === 'not-found' || result.outcome === 'unknown') {\n",
    foundBy: ['due-payments'],
  },
  'look-ahead-one': {
    file: 'features/charging/charge.rules.ts',
    text: 'export const lookAhead = 5;',
    broken: 'export const lookAhead = 1;',
    foundBy: ['restores'],
  },
  'earlier-answer-is-own': {
    file: 'gateways/card-processor/earlier-charge.ts',
    text: "  if (found.outcome === 'not-found' || found.outcome === 'unknown' || found.outcome === 'earlier')\n",
    broken: '',
    foundBy: ['restores'],
  },
  'pressed-not-looked-for': {
    file: bookLost,
    text: 'await findChargeOwner(portal.db, processor, charge);',
    broken: 'undefined;',
    foundBy: ['restores'],
  },
  'empty-file-covers': {
    file: 'features/charging-pause/settlement-file.service.ts',
    text: 'isRead && refusal === undefined ? totals',
    broken: 'isRead && (refusal === undefined || charges.length === 0) ? totals',
    foundBy: ['restores'],
  },
  'any-range-covers': {
    file: 'features/charging-pause/resume-charging.service.ts',
    text: '(await listUncoveredOf(portal, pause)).length === 0',
    broken: 'true',
    foundBy: ['restores'],
  },
  'revoked-charged-untold': {
    file: 'features/charging-pause/resume-charging.service.ts',
    text: "if ((await endPause(trx, because)) === 'restored') await holdAgreements(trx, portal);",
    broken: 'await endPause(trx, because);',
    foundBy: ['restores'],
  },
  'pause-never-ends': {
    file: 'features/charging-pause/resume-charging.service.ts',
    text: "pause.reason === 'stopped' || pause.ageMs > onItsWayMs(portal)",
    broken: 'false',
    foundBy: ['restores'],
  },
  'held-for-ever': {
    file: bookLost,
    text: 'const isIt = held && isUnpressed(held)',
    broken: 'if (held) return false;\n  const isIt = held && isUnpressed(held)',
    foundBy: ['restores'],
  },
  'pause-ignored': {
    file: 'features/charging/heartbeat.repository.ts',
    text: 'return sql<PauseReason | null>`charging_pause()`;',
    broken: 'return sql<PauseReason | null>`null::text`;',
    foundBy: ['restores'],
  },
  'order-numbers-random': {
    file: 'gateways/card-processor/derived-reference.ts',
    text: "createHash('sha256').update(named).digest()",
    broken: "createHash('sha256').update(named).update(String(Math.random())).digest()",
    foundBy: ['restores'],
  },
  'late-fee-twice': {
    file: 'features/statement/statement.rules.ts',
    text: "taxesAndFeesCents: sumOf('taxes'),",
    broken: "taxesAndFeesCents: sumOf('taxes') + sumOf('late-fee'),",
    foundBy: ['sums'],
  },
  'void-ignored': {
    file: 'features/balance/balance.repository.ts',
    text: 'and open_cents > 0 and voided_at is null',
    broken: 'and open_cents > 0',
    foundBy: ['sums'],
  },
  'void-not-posted': {
    file: 'features/invoices/void-invoice.service.ts',
    text: '    await bookInvoiceVoid(trx, invoice, { occurredOn: today, at });\n',
    broken: '',
    foundBy: ['sums'],
  },
  'credit-sign': {
    file: 'features/balance/balance.rules.ts',
    text: 'creditCents: openCents - balanceCents,',
    broken: 'creditCents: balanceCents - openCents,',
    foundBy: ['sums'],
  },
  'newest-first': {
    file: 'features/balance/allocation.rules.ts',
    text: 'compare(a.dueOn, b.dueOn) ||',
    broken: 'compare(b.dueOn, a.dueOn) ||',
    foundBy: ['sums'],
  },
  'usage-not-printed': {
    file: 'features/invoices/pdf/charge-groups.rules.ts',
    text: '=> chargeGroupOf[chargeType] === group);',
    broken: "=> chargeGroupOf[chargeType] === group && chargeType !== 'usage');",
    foundBy: ['sums'],
  },
  'received-sign': {
    file: 'features/invoices/pdf/invoice-print.rules.ts',
    text: '0 - statement.paymentsReceivedCents',
    broken: 'statement.paymentsReceivedCents',
    foundBy: ['sums'],
  },
  'mailed-whole-bill': {
    file: 'features/import/write/import.invoice.service.ts',
    text: 'openCents: Math.max(0, openCents(bill.id, bill.amountCents)),',
    broken: 'openCents: Math.max(0, bill.amountCents),',
    foundBy: ['sums'],
  },
  'opening-not-shown': {
    file: 'ops/show.ts',
    text: '  return openItems.map((item) => ({',
    broken: '  return openItems.filter((item) => item.invoiceNumber).map((item) => ({',
    foundBy: ['sums'],
  },
  'past-due-early': {
    file: 'features/balance/balance.rules.ts',
    text: 'return dueOn < today;',
    broken: 'return dueOn <= today;',
    foundBy: ['sums'],
  },
  'charged-without-day': {
    file: 'features/balance/autopay-charge.rules.ts',
    text: 'items.filter((item) => item.dueOn <= chargeOn);',
    broken: 'items.filter((item) => item.dueOn < chargeOn);',
    foundBy: ['sums'],
  },
  'change-sign': {
    file: 'features/statement/bill-change.rules.ts',
    text: 'sumCents(sides[1]) - beforeCents',
    broken: 'beforeCents - sumCents(sides[1])',
    foundBy: ['sums'],
  },
};
