import { importRecords } from '@myaccount/contract/import';
import { processorNames } from '@myaccount/contract/processors';
import { expect, test } from 'vitest';
import { controlledServices } from '../apps/sandbox/src/control/control.ts';
import { demoFile } from '../apps/sandbox/src/personas/personas.ts';

// The sandbox does not import the contract, so these tests compare its lists with the contract's.

test('the sandbox simulates every processor of the contract', () => {
  expect(controlledServices).toEqual(expect.arrayContaining([...processorNames]));
});

test('every line of the demo file uses the languages, types, and states of the contract', () => {
  const lines = demoFile('2026-11-24');
  const refused = lines.flatMap(({ type, ...record }) => {
    const { error } = importRecords[type].safeParse(record);
    return error ? [`${type}: ${error.message}`] : [];
  });
  expect(lines.length).toBeGreaterThan(100);
  expect(refused).toEqual([]);
});
