import type { TestPortal } from './portal.ts';
import { mailedSecret, newVisitor, type Visitor, wrongCode } from './visitor.ts';

// Attackers who make the most of every budget of signing in.

let networks = 0;
/** Returns an address in a separate network, also by its wider ranges. */
export function newNetwork(): string {
  networks += 1;
  return `10.${networks >> 8}.${networks & 255}.1`;
}

/** A code that an attacker may still guess at. */
export interface Target {
  readonly visitor: Visitor;
  readonly email: string;
  readonly code: string;
}

/** Requests a code; undefined if there is none to guess at. */
export async function findTarget(
  portal: TestPortal,
  address: string,
  email: string,
): Promise<Target | undefined> {
  const visitor = newVisitor(portal, address);
  const sent = await visitor.send(email);
  if (sent.statusCode !== 200 || sent.json().method !== 'code') return undefined;
  return { visitor, email, code: await mailedSecret(portal, email) };
}

/** Guesses at codes as often as they are checked, all of them between two pauses. Returns how often. */
export async function guessAll(portal: TestPortal, targets: readonly Target[]): Promise<number> {
  let guesses = 0;
  for (let round = 1; round <= 5; round += 1) {
    for (const { visitor, email, code } of targets) {
      const { statusCode } = await visitor.validate(email, wrongCode(code, round));
      if (statusCode === 400) guesses += 1;
    }
    portal.clock.advance(30_000);
  }
  return guesses;
}
