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

const minuteMs = 60_000;

const sandbox = sandboxForFile();

const readTicket = (cardshieldticket: string) =>
  callTransafe(sandbox, 'POST transaction/cardtype', { account_data: { cardshieldticket } });

it('the vault answers with a token, whose entry has the date', async () => {
  const { body } = await takeTicket(sandbox, await ticketOf(sandbox, typedCard));
  expect(Object.keys(body)).toEqual(['code', 'msoft_code', 'verbiage', 'token']);
  expect((await callTransafe(sandbox, `GET vault/account/${body.token}`)).body.expdate).toBe('0829');
});

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

it('knows a ticket for 15 minutes, and takes it once', async () => {
  const ticket = await ticketOf(sandbox, typedCard);
  sandbox.clock.advance(15 * minuteMs - 1);
  expect((await readTicket(ticket)).body.code).toBe('AUTH');
  expect((await takeTicket(sandbox, ticket)).status).toBe(200);
  expect((await takeTicket(sandbox, ticket)).status).toBe(404);
  const late = await ticketOf(sandbox, typedCard);
  sandbox.clock.advance(15 * minuteMs);
  expect((await readTicket(late)).status).toBe(404);
  sandbox.clock.advance(1);
  expect((await takeTicket(sandbox, late)).status).toBe(404);
});

it('does not take a card that fails the check of its ticket, nor such a bank account', async () => {
  const card = await ticketOf(sandbox, { ...typedCard, account: '4000000000000259' });
  expect(await readTicket(card)).toMatchObject({ status: 402, body: { code: 'DENY' } });
  expect((await takeTicket(sandbox, card)).body.verbiage).toBe('CARD NOT ACCEPTED');
  const account = await ticketOf(sandbox, { ...typedAccount, account: '1000000259' });
  expect((await readTicket(account)).status).toBe(200);
  expect((await takeTicket(sandbox, account)).body.msoft_code).toBe('ACHVERIFYDENY');
});
