import { randomUUID } from 'node:crypto';
import { basePath } from '@myaccount/contract/endpoint';
import type { ProcessorName } from '@myaccount/contract/processors';
import { openMailGateway } from '../gateways/mail/smtp.ts';
import { httpStatus } from '../gateways/service-http.ts';
import { dayOf } from '../platform/business-day.ts';
import type { Portal } from '../platform/portal.ts';
import { withCharge } from './probe-charges.ts';
import type { ProbedService } from './probe-hosts.ts';
import { readIdentity, showFrame } from './probe-pages.ts';
import type { Probing, Result } from './probing.ts';

/** A call, the outcome that shows that it works, how it is made, and the names in it that its service does not document. */
export type ProbeCall = readonly [
  call: string,
  works: string,
  make: string | ((probing: Probing) => Result | Promise<Result>),
  names?: string,
];

/** In place of names: those that no other call of the service has. */
export const others = '*';
const notSetUp = 'not set up';
/** A postal code that no place has. */
const unusedArea = '00099';
const clientAddress = '127.0.0.1';
const unknownId = () => randomUUID().replaceAll('-', '');
const inDays = ({ clock }: Portal, days: number) => new Date(clock.now().getTime() + days * 86_400_000);
const rowNames = 'rows order row-amount row-status captured';

/** Every call of each service, in the order in which they are made. */
export const probes: Readonly<Record<ProbedService, readonly ProbeCall[]>> = {
  'card-frame': [
    ['show a signed frame for a card', 'shown', (probing) => showFrame(probing, false)],
    ['show one for a bank account', 'shown', (probing) => showFrame(probing, true), 'ach ach-after'],
    ['type into them', '', 'without a browser', others],
  ],
  transafe: [
    ['read an unknown ticket', 'not-found', ({ services }) => services.cardFrame.capture(unknownId())],
    ['charge a card', 'approved', withCharge('transafe', 'card', 'make')],
    ['look up the card charge', 'approved', withCharge('transafe', 'card', 'look-up'), rowNames],
    ['charge a bank account', 'pending', withCharge('transafe', 'bank', 'make')],
    ['look up the bank charge', 'pending', withCharge('transafe', 'bank', 'look-up'), 'pending'],
    ['look up an unknown order', 'not-found', lookUpUnknown('transafe'), 'by-order'],
    ['list charges by time', 'listed', listCharges, 'settled from until'],
    ['list returned debits', 'listed', listReturns],
    ['void the card charge', 'voided', withCharge('transafe', 'card', 'void')],
    ['void the bank charge', 'voided', withCharge('transafe', 'bank', 'void')],
    ['look up the voided charge', 'declined', withCharge('transafe', 'card', 'look-up'), 'failed voided'],
    ['take a ticket, a decline, a part, a refund, or a return', '', 'without a browser or days', others],
  ],
  'card-form': [
    ['open a form', 'opened', openForm, 'init'],
    ['ask about an open form', 'not-complete', askAboutForm, 'query'],
    ['ask about an unknown form', 'not-found', ({ services }) => services.cardForm.capture(unknownId())],
    ['type a card, and ask about it', '', 'without a browser', others],
  ],
  orbital: [
    ['look up an unknown order', 'not-found', lookUpUnknown('orbital'), 'no-trace'],
    ['charge a card', 'approved', withCharge('orbital', 'card', 'make'), 'network-group network-number'],
    ['look up its charge', 'approved', withCharge('orbital', 'card', 'look-up')],
    ['void its charge', 'voided', withCharge('orbital', 'card', 'void')],
    ['read a settlement file', '', 'not by a call: reconcile-processor --file FILE --dry-run'],
    ['take a decline, a part, or a refused call', '', 'not with a good card', others],
  ],
  'verify-pass': [
    ['open a widget', 'opened', openWidget],
    ['read the report', 'listed', readReport],
    ['verify somebody, and be called', '', 'without a browser', others],
  ],
  'field-service': [
    ['search for free times', 'listed', searchTimes, 'postcode room'],
    ['read an unknown visit', 'not-found', (probing) => readVisit(probing, unknownId())],
    [
      'read a visit',
      'found',
      (probing) => readVisit(probing, probing.options.visit),
      'account type progress',
    ],
    ['subscribe to events', 'subscribed', subscribe],
    ['move a visit, and read of its technician', '', 'not without a technician', others],
  ],
  twilio: [
    ['send to an invalid number', 'bad-number', (probing) => sendText(probing, '+15005550001')],
    ['send to a number with STOP', 'opted-out', (probing) => sendText(probing, '+15005550004')],
    ['send a text', 'accepted', (probing) => sendText(probing, probing.options.phone)],
    ['find and read a text, and be called', '', 'not with test credentials', others],
  ],
  auth0: [
    ['read issuer and keys', 'keys read', readIdentity],
    ['have a code mailed', 'sent', sendCode],
    ['check a wrong code', 'wrong-code', checkCode],
    ['check a right and an expired code, or as somebody blocked', '', 'without a browser', others],
  ],
  smtp: [['greet the mail server', 'ok', greet]],
};

function lookUpUnknown(processor: ProcessorName) {
  const unknown = { reference: '1'.repeat(15), transaction: null, amountCents: 100, kind: 'card' } as const;
  return ({ services }: Probing): Promise<Result> => services.processors[processor].inquire(unknown);
}

/** The dollar that was charged just now is in the list of these days, and in no other. */
async function listCharges({ portal, services, charges: made, answers }: Probing): Promise<Result> {
  const references = [...made.values()].flatMap((each) =>
    each.processor === 'transafe' && each.mayExist ? each.reference : [],
  );
  if (references.length === 0) return 'no charge to look for: see --account';
  const { transafe } = services.processors;
  const { charges } = await transafe.listCharges(inDays(portal, -1), inDays(portal, 1));
  const count = answers.length;
  await transafe.listCharges(inDays(portal, -2), inDays(portal, -1));
  await transafe.listCharges(inDays(portal, 1), inDays(portal, 2));
  const ofOtherDays = JSON.stringify(answers.slice(count));
  // A report that is not there reads like an empty one.
  if (answers.some((each) => each.kind === 'response' && each.status !== httpStatus.ok))
    return { outcome: 'a report is not there' };
  if (references.some((one) => ofOtherDays.includes(one))) return { outcome: 'listed for other days' };
  const isListed = (one: string) => charges.some(({ reference }) => reference === one);
  return { outcome: references.every(isListed) ? 'listed' : 'listed without the charge' };
}

async function listReturns({ portal, services }: Probing): Promise<Result> {
  await services.processors.transafe.listReturns(inDays(portal, -1), inDays(portal, 1));
  return { outcome: 'listed' };
}

function openForm({ portal, services }: Probing) {
  return services.cardForm.open(portal.config.chaseForm.cardForm);
}

async function askAboutForm(probing: Probing): Promise<Result> {
  const form = await openForm(probing);
  return form.outcome === 'opened' ? await probing.services.cardForm.capture(form.uid) : form;
}

async function openWidget({ services, options: { email } }: Probing): Promise<Result> {
  return (await services.eligibility?.openWidget(email ?? 'probe@example.com')) ?? notSetUp;
}

async function readReport({ portal, services }: Probing): Promise<Result> {
  const days = { from: dayOf(inDays(portal, -1), 'UTC'), to: dayOf(inDays(portal, 0), 'UTC') };
  return (await services.eligibility?.listVerifications({ ...days, page: 1 })) ?? notSetUp;
}

async function searchTimes({ portal, services, options: { area } }: Probing): Promise<Result> {
  const time = { startsAt: inDays(portal, 1), endsAt: inDays(portal, 15) };
  const search = { ...time, kind: 'installation' } as const;
  const elsewhere = await services.fieldService?.listTimes({ ...search, area: unusedArea });
  if (elsewhere?.outcome === 'listed' && elsewhere.times.length > 0)
    return { outcome: 'times of every area' };
  return (await services.fieldService?.listTimes({ ...search, area })) ?? notSetUp;
}

async function readVisit({ services }: Probing, visit: string | undefined): Promise<Result> {
  if (visit === undefined) return 'no visit: see --visit';
  return (await services.fieldService?.read(visit)) ?? notSetUp;
}

/** The subscription leads to another address than the portal's own, and ends at once. */
async function subscribe({ portal, services: { fieldService } }: Probing): Promise<Result> {
  const result = await fieldService?.subscribe(`${portal.config.publicUrl}${basePath}/hooks/probe`);
  if (result?.outcome === 'subscribed') await fieldService?.unsubscribe(result.hubId);
  return result ?? notSetUp;
}

async function sendText({ portal, services }: Probing, to: string | undefined): Promise<Result> {
  if (to === undefined) return 'no number: see --phone';
  const callbackUrl = `${portal.config.publicUrl}${basePath}/hooks/sms/status`;
  const sent = await services.sms?.send({ to, body: 'Test', callbackUrl });
  return sent?.outcome === 'refused' ? { ...sent, outcome: sent.reason } : (sent ?? notSetUp);
}

async function sendCode({ services, options: { email } }: Probing): Promise<Result> {
  if (email === undefined) return 'no mailbox: see --email';
  const request = { emailAddress: email, language: 'en', clientAddress } as const;
  return (await services.identity?.sendCode(request)) ?? notSetUp;
}

async function checkCode({ services, options: { email } }: Probing): Promise<Result> {
  if (email === undefined) return 'no mailbox: see --email';
  return (await services.identity?.checkCode({ emailAddress: email, code: 'x', clientAddress })) ?? notSetUp;
}

async function greet({ portal }: Probing): Promise<Result> {
  const mail = openMailGateway(portal.config.mail);
  const outcome = await mail.check();
  mail.close();
  return { outcome };
}
