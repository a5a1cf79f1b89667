import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Probe, ProbeTable } from '../testing/processor-probes.ts';
import { type ServiceProbes, startServiceProbes } from '../testing/service-probes.ts';
import { type ProtocolName, type ProtocolNameKey, protocolNames } from './protocol-names.ts';

let probes: ServiceProbes;
const usual = new Map<string, ProbeTable>();
const keys = Object.keys(protocolNames) as ProtocolNameKey[];
beforeAll(async () => {
  probes = await startServiceProbes();
});
afterEach(() => probes.sandbox.reset());
afterAll(() => probes.stop());

const groupOf = (key: string) =>
  /^card-frame|^transafe.vault/.test(key) ? 'frame' : key.split('.', 1).join();
async function usualOf(key: string): Promise<ProbeTable> {
  const known = usual.get(groupOf(key)) ?? (await probes.run(key));
  usual.set(groupOf(key), known);
  return known;
}
const withoutText = (table: ProbeTable) =>
  Object.fromEntries(Object.entries(table).map(([name, { text: _, ...probe }]) => [name, probe]));

/** What happens while a name is wrong, from the mildest to the worst. */
const effects = [
  'nothing',
  'less detail',
  'not listed',
  'not to be had',
  'no result',
  'other amount',
] as const;
type Effect = (typeof effects)[number];

function effectOf(probe: Probe, before: Probe | undefined): Effect {
  const { amountCents } = (probe.detail ?? {}) as { amountCents?: number };
  if (probe.outcome === 'approved' && amountCents !== probe.booked?.[0]) return 'other amount';
  if (probe.outcome === before?.outcome)
    return JSON.stringify(probe.detail) === JSON.stringify(before.detail) ? 'nothing' : 'less detail';
  if (probe.outcome === 'unknown') return 'no result';
  if (probe.outcome === 'throws') return 'not listed';
  return ['unavailable', 'no form'].includes(probe.outcome) ? 'not to be had' : 'less detail';
}

/** Each way in which a service can have another name than ours. */
const ways = (Object.entries(protocolNames) as [ProtocolNameKey, ProtocolName][]).flatMap(([key, row]) => {
  const isSent = ['path', 'query', 'body', 'value'].includes(row.in);
  return [
    { key, way: 'renamed', as: row.other },
    ...(row.in === 'order' ? [] : [{ key, way: 'missing', as: '' }]),
    ...(isSent ? [{ key, way: 'refused', as: undefined }] : []),
  ] as const;
});

const seen = new Map<ProtocolNameKey, Set<Effect>>();

describe('a service with another name than ours', () => {
  test.each(ways)(
    '[PAY-6] $key $way: no charge is lost, doubled, or called failed, and the log has the name',
    async ({ key, way, as }) => {
      const before = await usualOf(key);
      await probes.sandbox.switchName(key, as);
      const table = await probes.run(key);
      for (const [name, probe] of Object.entries(table)) {
        const { booked = [], outcome, text = '' } = probe;
        const effect = effectOf(probe, before[name]);
        seen.set(key, (seen.get(key) ?? new Set()).add(effect));
        expect([name, booked.length], name).toEqual([name, Math.min(booked.length, 1)]);
        const isFailed = ['declined', 'unavailable', 'not-found'].includes(outcome);
        if (booked.length > 0) expect([name, isFailed]).toEqual([name, false]);
        // Nothing in Orbital's answer says so: its settlement file does.
        if (key !== 'orbital.part') expect([name, effect]).not.toEqual([name, 'other amount']);
        // What Chase's form says is not told apart by name.
        const isUnclear =
          ['unknown', 'unavailable', 'throws'].includes(outcome) && outcome !== before[name]?.outcome;
        if (isUnclear && way !== 'refused' && !key.startsWith('card-form.'))
          expect([name, text]).toEqual([name, expect.stringContaining(`${key.split('.')[0]}.`)]);
      }
    },
  );

  test.each([...Map.groupBy(keys, groupOf)])(
    '[CONFIG-4] with every name of %s in PROTOCOL_NAMES everything is as before',
    async (_, group) => {
      const [key] = group as [ProtocolNameKey];
      const before = await usualOf(key);
      for (const name of group) await probes.sandbox.switchName(name, protocolNames[name].other);
      const names = Object.fromEntries(group.map((name) => [name, protocolNames[name].other]));
      const { charges: _charges, ...rest } = withoutText(await probes.run(key, names));
      const { charges: __, ...expected } = withoutText(before);
      expect(rest).toEqual(expected);
    },
  );
});

test('[CONFIG-4] docs/operations/protocol-names.md lists every name, and what happens while it is wrong', () => {
  const page = readFileSync(
    new URL('../../../../docs/operations/protocol-names.md', import.meta.url),
    'utf8',
  );
  const listed = [...page.matchAll(/^\| `([\w.-]+)` \| `([^`]+)` \| ([^|]+) \|/gm)].map(
    ([, ...cells]) => cells,
  );
  const worst = (key: ProtocolNameKey) => effects.findLast((effect) => seen.get(key)?.has(effect));
  const names = Object.entries(protocolNames) as [ProtocolNameKey, ProtocolName][];
  expect(listed).toEqual(
    names.map(([key, row]) => [key, row.of ? `${row.of}: ${row.name}` : row.name, worst(key)]),
  );
});
