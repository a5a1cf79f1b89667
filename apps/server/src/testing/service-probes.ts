import { randomUUID } from 'node:crypto';
import { movableClock } from '@myaccount/clock';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { chaseFormMessages } from '../gateways/card-form/chase-form.ts';
import { openServices, type Services } from '../gateways/open-services.ts';
import type { ChosenNames } from '../gateways/protocol-names.ts';
import type { Portal } from '../platform/portal.ts';
import { openFrame, typedBankAccount, typedCard } from './hosted-frames.ts';
import { testSettings } from './portal.ts';
import {
  type Parts,
  type Probe,
  type ProbeTable,
  probeOf,
  probeProcessor,
  probeTransafe,
} from './processor-probes.ts';
import { startTestSandbox } from './sandbox.ts';
import { callFieldService } from './visits.ts';

const dayMs = 86_400_000;

export type ServiceProbes = Awaited<ReturnType<typeof startServiceProbes>>;

/** Starts a sandbox with a movable clock, and calls every gateway to it. */
export async function startServiceProbes() {
  const clock = movableClock(new Date().toISOString());
  const sandbox = await startTestSandbox({ SANDBOX_CODES_PER_HOUR: '100000' }, clock);
  const open = (names: ChosenNames): Services => {
    const settings = {
      ...sandbox.settings,
      FLAG_CUSTOM_LOGIN_FLOW: 'false',
      PROTOCOL_NAMES: JSON.stringify(names),
      PROCESSOR_TIMEOUT_MS: '5000',
    };
    const config = readConfig(testSettings('postgres://127.0.0.1/none', settings));
    return openServices({ config, clock, log: pino({ level: 'silent' }) } as unknown as Portal);
  };
  const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
  const created = await callFieldService(sandbox, 'POST', '/appointment', {
    category: 'repair',
    validFor: { startDateTime: inDays(3), endDateTime: inDays(3.1) },
    relatedEntity: [{ id: '700001', role: 'account', '@referredType': 'BillingAccount' }],
    relatedPlace: { role: 'serviceLocation', postcode: '43215' },
  });
  const probes = { sandbox, clock, visit: String(created.body.id) };
  return {
    sandbox,
    /** Calls the gateways of one service of `PROTOCOL_NAMES`, with names that an operator chose. */
    async run(key: string, names: ChosenNames = {}): Promise<ProbeTable> {
      const services = open(names);
      const isFrame = key.startsWith('card-frame.') || key.startsWith('transafe.vault');
      if (isFrame) return await probeFrame(probes, services);
      const [service] = key.split('.');
      if (service === 'transafe') return await probeTransafe(probes, services.processors.transafe);
      if (service === 'orbital') return await probeProcessor(probes, services.processors.orbital);
      if (service === 'auth0') return await probeIdentity(probes, services);
      if (service === 'card-form') return await probeForm(probes, services, names);
      return await probeVisits(probes, services);
    },
    stop: () => sandbox.stop(),
  };
}

/** Types a card and a bank account into a frame, and takes their tickets. */
async function probeFrame({ sandbox, clock }: Parts, { cardFrame }: Services): Promise<ProbeTable> {
  const rows: Record<string, Probe> = {};
  for (const [name, typed] of Object.entries({ card: typedCard, bank: typedBankAccount })) {
    const frame = cardFrame.sign({
      timestamp: Math.floor(clock.now().getTime() / 1_000),
      domain: 'http://localhost:3000',
      sequence: randomUUID(),
      styleSheet: undefined,
      hasHolderName: true,
      isBankAccount: name === 'bank',
    });
    const page = await (await openFrame(sandbox, frame)).text();
    const action = /action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
    rows[name] = { outcome: 'no form' };
    if (!action) continue;
    const body = new URLSearchParams(typed as Record<string, string>);
    const answer = await fetch(sandbox.framesUrl + action, { method: 'POST', body });
    const { ticket = '' } = (await answer.json()) as { ticket?: string };
    const result = await cardFrame.capture(ticket);
    const { token: _, ...detail } = 'capture' in result ? result.capture : { token: '' };
    rows[name] = { outcome: result.outcome, text: 'text' in result ? result.text : undefined, detail };
  }
  return rows;
}

/** Opens a form, asks for it, and compares what it calls the members of its messages with what the page does. */
async function probeForm(
  { sandbox }: Parts,
  { cardForm }: Services,
  names: ChosenNames,
): Promise<ProbeTable> {
  const opened = await cardForm.open('card');
  const uid = 'uid' in opened ? opened.uid : 'none';
  const page = await (await fetch(`${sandbox.framesUrl}/hpf/?uid=${uid}`)).text();
  const [, members = '{}'] = /data-members="([^"]*)"/.exec(page) ?? [];
  const theirs = JSON.parse(members.replaceAll('&quot;', '"')) as Record<string, string>;
  const { data, ...others } = chaseFormMessages(names);
  const isHeard = Object.entries(others).every(([member, name]) => theirs[name] === member);
  const messages = { outcome: isHeard ? 'opened' : 'no form', detail: theirs[data] };
  return { opened: probeOf(opened), 'not complete': probeOf(await cardForm.capture(uid)), messages };
}

async function probeIdentity({ sandbox, clock }: Parts, { identity }: Services): Promise<ProbeTable> {
  if (!identity) return {};
  const codeOf = async (emailAddress: string) => {
    await identity.sendCode({ emailAddress, language: 'en', clientAddress: '192.0.2.1' });
    const [mail] = await sandbox.messages(emailAddress);
    return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
  };
  const check = async (emailAddress: string, laterMs = 0) => {
    const code = await codeOf(emailAddress);
    clock.advance(laterMs);
    return probeOf(await identity.checkCode({ emailAddress, code, clientAddress: '192.0.2.1' }));
  };
  const unknown = {
    emailAddress: 'ann+auth0-unknown@example.com',
    language: 'en',
    clientAddress: '192.0.2.1',
  };
  return {
    right: await check('ann@example.com'),
    expired: await check('bob@example.com', 301_000),
    blocked: await check('ann+auth0-blocked@example.com'),
    stranger: probeOf(await identity.sendCode({ ...unknown, language: 'en' })),
  };
}

async function probeVisits(
  { sandbox, clock, visit: id }: Parts,
  { fieldService }: Services,
): Promise<ProbeTable> {
  if (!fieldService) return {};
  const at = (days: number) => new Date(clock.now().getTime() + days * dayMs);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ jobStatus: 'En Route' });
  await fetch(`${sandbox.url}/visits/${id}/progress`, { method: 'POST', headers, body, redirect: 'manual' });
  const found = await fieldService.read(id);
  const { accountNumber, jobStatus, techFirstName, arrival } =
    'report' in found ? found.report : ({} as never);
  const times = await fieldService.listTimes({
    area: '43215',
    kind: 'repair',
    startsAt: at(1),
    endsAt: at(8),
  });
  const rooms = 'times' in times ? times.times.map(({ capacity }) => capacity) : [];
  return {
    visit: {
      ...probeOf(found),
      detail: { accountNumber, jobStatus, techFirstName, hasArrival: arrival !== null },
    },
    times: { ...probeOf(times), detail: rooms.some((room) => room > 1) },
  };
}
