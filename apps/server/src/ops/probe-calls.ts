import { randomUUID } from 'node:crypto';
import { basePath } from '@myaccount/contract/endpoint';
import type { ProcessorName } from '@myaccount/contract/processors';
import { formPaths } from '../gateways/card-form/chase-form.names.ts';
import {
  networkGroup,
  networkNumber,
  traceNotFound,
} from '../gateways/card-processor/orbital/orbital.names.ts';
import {
  bankField,
  failedReport,
  reportMembers,
  reportQuery,
  rowStatus,
  settledReport,
} from '../gateways/card-processor/transafe/transafe.names.ts';
import {
  accountEntity,
  placePostcode,
  timeRoom,
  visitMembers,
} from '../gateways/field-service/tmf646.names.ts';
import { announcesUtf8 } from '../gateways/mail/smtp.ts';
import { dayOf } from '../platform/business-day.ts';
import { billingProbes } from './probe-billing.ts';
import type { Outcome, ProbeCall } from './probe-call.ts';
import { charge, giveBack, inDays, listCharges, lookUp, type Probing } from './probe-charges.ts';
import type { ProbedService } from './probe-hosts.ts';

const clientAddress = '127.0.0.1';
const unknownId = () => randomUUID().replaceAll('-', '');

/** Every call of each service, in the order in which they are made. */
export const probes: Readonly<Record<ProbedService, readonly ProbeCall[]>> = {
  'card-frame': [
    ['show a signed frame for a card', 'shown', (probing) => showFrame(probing, false)],
    [
      'show one for a bank account',
      'shown',
      (probing) => showFrame(probing, true),
      ['bankField (transafe.names.ts)', 'sent', `${bankField} as the last field`],
    ],
  ],
  transafe: [
    ['read an unknown ticket', 'not-found', ({ services }) => services.cardFrame.capture(unknownId())],
    ['charge a card', 'approved', charge('transafe', 'card')],
    [
      'look up the card charge',
      'approved',
      lookUp('transafe', 'card'),
      ['reportMembers.rows (transafe.names.ts)', 'came', reportMembers.rows],
      ['reportMembers.order (transafe.names.ts)', 'came', reportMembers.order],
      ['reportMembers.amount (transafe.names.ts)', 'came', reportMembers.amount],
      ['reportMembers.status (transafe.names.ts)', 'came', reportMembers.status],
      ['rowStatus.captured (transafe.names.ts)', 'came', rowStatus.captured, reportMembers.status],
    ],
    ['charge a bank account', 'pending', charge('transafe', 'bank')],
    [
      'look up the bank charge',
      'pending',
      lookUp('transafe', 'bank'),
      ['rowStatus.pending (transafe.names.ts)', 'came', rowStatus.pending, reportMembers.status],
    ],
    [
      'look up an unknown order',
      'not-found',
      lookUpUnknown('transafe'),
      ['reportQuery.order (transafe.names.ts)', 'sent', reportQuery.order],
      ['settledReport (transafe.names.ts)', 'sent', settledReport],
    ],
    ['list charges', 'listed', listCharges],
    ['list returned debits', 'listed', listReturns],
    ['void the card charge', 'done', giveBack('transafe', 'card', 'void')],
    ['void the bank charge', 'done', giveBack('transafe', 'bank', 'void')],
    [
      'look up the voided charge',
      'declined',
      lookUp('transafe', 'card'),
      ['failedReport (transafe.names.ts)', 'sent', failedReport],
      ['rowStatus.voided (transafe.names.ts)', 'came', rowStatus.voided, reportMembers.status],
    ],
  ],
  'card-form': [
    ['open a form', 'opened', openForm, ['formPaths.init (chase-form.names.ts)', 'sent', formPaths.init]],
    [
      'ask about an open form',
      'not-complete',
      askAboutForm,
      ['formPaths.query (chase-form.names.ts)', 'sent', formPaths.query],
    ],
    ['ask about an unknown form', 'not-found', ({ services }) => services.cardForm.capture(unknownId())],
  ],
  orbital: [
    [
      'look up an unknown order',
      'not-found',
      lookUpUnknown('orbital'),
      ['traceNotFound (orbital.names.ts)', 'came', traceNotFound, 'procStatus'],
    ],
    [
      'charge a card',
      'approved',
      charge('orbital', 'card'),
      ['networkGroup (orbital.names.ts)', 'came', networkGroup],
      ['networkNumber (orbital.names.ts)', 'came', networkNumber],
    ],
    ['look up its charge', 'approved', lookUp('orbital', 'card')],
    ['refund it', 'done', giveBack('orbital', 'card', 'refund')],
  ],
  'verify-pass': [
    ['open a widget', 'opened', ({ services }) => services.eligibility?.openWidget('probe@example.com')],
    ['read the report', 'listed', readReport],
  ],
  'field-service': [
    [
      'search for free times',
      'listed',
      searchTimes,
      ['placePostcode (tmf646.names.ts)', 'sent', placePostcode],
      ['timeRoom (tmf646.names.ts)', 'came', timeRoom],
    ],
    ['read an unknown visit', 'not-found', ({ services }) => services.fieldService?.read(unknownId())],
    [
      'read a visit',
      'found',
      ({ services, options: { visit } }) => visit && services.fieldService?.read(visit),
      ['accountEntity.role (tmf646.names.ts)', 'came', accountEntity.role, 'role'],
      ['accountEntity.type (tmf646.names.ts)', 'came', accountEntity.type, '@referredType'],
      ['visitMembers.progress (tmf646.names.ts)', 'came', visitMembers.progress],
    ],
    ['subscribe to events', 'subscribed', subscribe],
  ],
  gotransverse: billingProbes,
  twilio: [
    ['send to an invalid number', 'bad-number', (probing) => sendText(probing, '+15005550001')],
    ['send to a number with STOP', 'opted-out', (probing) => sendText(probing, '+15005550004')],
    ['send a text', 'accepted', (probing) => sendText(probing, probing.options.phone)],
  ],
  auth0: [
    ['have a code mailed', 'sent', sendCode],
    ['check a wrong code', 'wrong-code', checkCode],
  ],
  smtp: [['greet the mail server', 'ok', greet]],
};

/** Posts a signed frame as a browser does. The page has the form's id (transafe.com, “PaymentFrame”). */
async function showFrame({ portal, services }: Probing, isBankAccount: boolean): Promise<Outcome> {
  const { transafeFrameUrl, publicUrl, processorTimeoutMs } = portal.config;
  const timestamp = Math.floor(portal.clock.now().getTime() / 1_000);
  const { origin } = new URL(publicUrl);
  const frame = { timestamp, domain: origin, sequence: randomUUID(), styleSheet: undefined };
  const { fields, hash } = services.cardFrame.sign({ ...frame, hasHolderName: true, isBankAccount });
  const form = new URLSearchParams(fields.map(({ name, value }): [string, string] => [name, value]));
  form.set('hmac-hmacsha256', hash);
  const signal = AbortSignal.timeout(processorTimeoutMs);
  const call = { method: 'POST', body: form, headers: { origin }, redirect: 'manual', signal } as const;
  const page = await fetch(`${transafeFrameUrl}/PaymentFrame`, call);
  const isShown = (await page.text()).includes('monetra-payment-form');
  return { outcome: isShown ? 'shown' : `HTTP ${page.status}` };
}

function lookUpUnknown(processor: ProcessorName) {
  const identity = { sentAt: null, lastFour: null };
  const unknown = {
    reference: '1'.repeat(15),
    transaction: null,
    amountCents: 100,
    kind: 'card',
    ...identity,
  } as const;
  return ({ services }: Probing) => services.processors[processor].inquire(unknown);
}

async function listReturns({ portal, services }: Probing): Promise<Outcome> {
  await services.processors.transafe.listReturns(inDays(portal, -1), inDays(portal, 1));
  return { outcome: 'listed' };
}

function openForm({ portal, services }: Probing) {
  return services.cardForm.open(portal.config.chaseForm.cardForm);
}

async function askAboutForm(probing: Probing): Promise<Outcome> {
  const form = await openForm(probing);
  return form.outcome === 'opened' ? await probing.services.cardForm.capture(form.uid) : form;
}

function readReport({ portal, services }: Probing) {
  const days = { from: dayOf(inDays(portal, -1), 'UTC'), to: dayOf(inDays(portal, 0), 'UTC') };
  return services.eligibility?.listVerifications({ ...days, page: 1 });
}

function searchTimes({ portal, services, options: { area } }: Probing) {
  const time = { startsAt: inDays(portal, 1), endsAt: inDays(portal, 15) };
  return services.fieldService?.listTimes({ ...time, area, kind: 'installation' });
}

/** The subscription leads to another address than the portal's own, and ends at once. */
async function subscribe({ portal, services: { fieldService } }: Probing): Promise<Outcome | undefined> {
  const result = await fieldService?.subscribe(`${portal.config.publicUrl}${basePath}/hooks/probe`);
  if (result?.outcome === 'subscribed') await fieldService?.unsubscribe(result.hubId);
  return result;
}

async function sendText({ portal, services }: Probing, to: string | undefined) {
  if (to === undefined) return undefined;
  const callbackUrl = `${portal.config.publicUrl}${basePath}/hooks/sms/status`;
  const sent = await services.sms?.send({ to, body: 'Test', callbackUrl });
  return sent?.outcome === 'refused' ? { ...sent, outcome: sent.reason } : sent;
}

function sendCode({ services, options: { email } }: Probing) {
  return email && services.identity?.sendCode({ emailAddress: email, language: 'en', clientAddress });
}

function checkCode({ services, options: { email } }: Probing) {
  return email && services.identity?.checkCode({ emailAddress: email, code: 'x', clientAddress });
}

/** Compares MAIL_SMTPUTF8 with what the mail server announces. Off, the setting asks nothing of it. */
async function greet({ portal }: Probing): Promise<Outcome> {
  const { smtpUrl, smtpUtf8 } = portal.config.mail;
  const isAnnounced = await announcesUtf8(smtpUrl);
  if (isAnnounced === undefined) return { outcome: 'away' };
  if (isAnnounced === smtpUtf8) return { outcome: 'ok' };
  return isAnnounced
    ? { outcome: 'ok', note: 'it announces SMTPUTF8: MAIL_SMTPUTF8 can be turned on' }
    : { outcome: 'no SMTPUTF8, and MAIL_SMTPUTF8 is on' };
}
