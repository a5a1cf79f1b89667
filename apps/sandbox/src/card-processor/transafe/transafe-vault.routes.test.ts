import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testNumbers } from '../../hosted/test-numbers.ts';
import {
  callCardForm,
  openForm,
  takeTicket,
  ticketOf,
  typedAccount,
  typedCard,
  typeInto,
} from '../../testing/hosted-calls.ts';
import { callTransafe } from '../../testing/processor-calls.ts';
import { sandboxForFile } from '../../testing/test-sandbox.ts';

const sandbox = sandboxForFile();

const readTicket = (cardshieldticket: string) =>
  callTransafe(sandbox, 'POST transaction/cardtype', { account_data: { cardshieldticket } });

describe('what the sandbox keeps of a typed number', () => {
  it('is no number: not in its database, and not in its responses', async () => {
    const responses: unknown[] = [];
    for (const { kind, number } of testNumbers) {
      const typed =
        kind === 'bank' ? { ...typedAccount, account: number } : { ...typedCard, account: number };
      const ticket = await ticketOf(
        sandbox,
        kind === 'card' && number.startsWith('37') ? { ...typed, cv: '1234' } : typed,
      );
      if (ticket) responses.push(await readTicket(ticket), await takeTicket(sandbox, ticket));
    }
    const uid = await openForm(sandbox);
    responses.push(
      await typeInto(sandbox, `/hpf/${uid}`, typedCard),
      await callCardForm(sandbox, 'query', { uid }),
    );
    const files = readdirSync(sandbox.folder).map((name) =>
      readFileSync(join(sandbox.folder, name), 'latin1'),
    );
    const kept = [...files, JSON.stringify(responses)].join('\n');
    expect(kept).toContain('frame_ticket');
    expect(responses.length).toBeGreaterThan(70);
    const typed = [...testNumbers.map(({ number }) => number), typedCard.account, typedAccount.routing];
    expect(typed.filter((number) => kept.includes(number))).toEqual([]);
  });
});
