/** A bug to plant in running portals: the first text, which its file has once, is replaced by the second. */
export interface PlantedBug {
  /** File in apps/server/src. */
  readonly file: string;
  readonly text: string;
  readonly broken: string;
  /** The parts of the drill that find it: of `faults`, or the drill `sums`. */
  readonly foundBy: readonly string[];
}

const charge = 'features/charging/charge.service.ts';
const outcome = 'features/payment-state/outcome.service.ts';
const automatic = 'features/charging/automatic-charge.service.ts';
const deliver = 'platform/outbox/deliver.ts';
const send = 'context.sendMail(outgoing(context, message)),';
const result = "  const attempt = {\n    kind: 'charge',";
const sent = `    amountCents,
    reference,
    initiator: client ? 'customer' : 'merchant',
    networkTransaction,
    sendBefore,
  });`;

/** Bugs that a drill has to find, by name: `npm run drill -- faults --planted charged-twice`. */
export const plantedBugs: Readonly<Record<string, PlantedBug>> = {
  'charged-twice': {
    file: charge,
    text: result,
    broken: `  if (!client)
    await portal.processors[processor].charge({ token, kind, amountCents, initiator: 'merchant',
      reference: '9' + reference.slice(1), networkTransaction, sendBefore });
${result}`,
    foundBy: ['quiet-day', 'due-payments', 'restores', 'forty-days'],
  },
  'pressed-twice': {
    file: charge,
    text: result,
    broken: `  if (client)
    await portal.processors[processor].charge({ token, kind, amountCents, initiator: 'customer',
      reference: '9' + reference.slice(1), networkTransaction, sendBefore });
${result}`,
    foundBy: ['quiet-day', 'early-disconnect', 'kills'],
  },
  'half-charged': {
    file: charge,
    text: '    amountCents,\n    reference,\n',
    broken: '    amountCents: Math.floor(amountCents / 2),\n    reference,\n',
    foundBy: ['quiet-day', 'due-payments', 'early-disconnect'],
  },
  'half-charged-booked-whole': {
    file: charge,
    text: sent,
    broken: `${sent.replace('amountCents', 'amountCents: Math.floor(amountCents / 2)')}
  if ('amountCents' in result) Object.assign(result, { amountCents });`,
    foundBy: ['quiet-day', 'due-payments', 'early-disconnect'],
  },
  'booked-without-charge': {
    file: charge,
    text: '  const result = await portal.processors[processor].charge({',
    broken: `  const charged = { outcome: 'approved', transaction: 'T' + reference, amountCents } as const;
  const result = !client ? charged : await portal.processors[processor].charge({`,
    foundBy: ['quiet-day', 'due-payments'],
  },
  'posting-lost': {
    file: outcome,
    text: '    await bookPayment(trx, payment, { occurredOn: payment.occurredOn, at: now });\n',
    broken: '',
    foundBy: ['quiet-day', 'due-payments', 'restores'],
  },
  'return-not-posted': {
    file: outcome,
    text: '    await bookReturn(trx, payment, { occurredOn: today, at: now });\n',
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
    text: '  if (!recording.isTold) await mailResult(payment, recording);\n',
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
    file: automatic,
    text: 'isTold: lookup.isAdopting',
    broken: 'isTold: false',
    foundBy: ['restores'],
  },
  'lookup-skipped': {
    file: automatic,
    text: '  if (!processor || !reference) return undefined;\n',
    broken: '  if (!processor || !reference || !isRetry) return undefined;\n',
    foundBy: ['restores'],
  },
  'lookup-skipped-after-away': {
    file: automatic,
    text: '  if (!processor || !reference) return undefined;\n',
    broken: '  if (!processor || !reference || isRetry) return undefined;\n',
    foundBy: ['quiet-day', 'due-payments'],
  },
  'look-up-believes-away': {
    file: automatic,
    text: "  if (found.outcome === 'not-found' && !lookup.isAdopting) return undefined;\n",
    broken: "  if (found.outcome !== 'approved') return undefined;\n",
    foundBy: ['quiet-day', 'due-payments'],
  },
  'pause-ignored': {
    file: 'platform/database/heartbeat.ts',
    text: 'return sql<PauseReason | null>`charging_pause()`;',
    broken: 'return sql<PauseReason | null>`null::text`;',
    foundBy: ['restores'],
  },
  'order-numbers-random': {
    file: 'gateways/card-processor/derived-reference.ts',
    text: "createHash('sha256').update(text).digest().readBigUInt64BE()",
    broken: "createHash('sha256').update(text + Math.random()).digest().readBigUInt64BE()",
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
    text: 'sumCents(sides[1]) - sumCents(sides[0])',
    broken: 'sumCents(sides[0]) - sumCents(sides[1])',
    foundBy: ['sums'],
  },
};

/** Returns the source with the bug. Throws if its text is not there once: then the table has to follow the code. */
export function plantIn(source: string, { file, text, broken }: PlantedBug): string {
  const parts = source.split(text);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${text}`);
  return parts.join(broken);
}
