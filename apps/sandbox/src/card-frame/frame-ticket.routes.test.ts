import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testNumbers } from '../hosted/test-numbers.ts';
import {
  callCardForm,
  openForm,
  takeTicket,
  ticketOf,
  typedAccount,
  typedCard,
  typeInto,
} from '../testing/hosted-calls.ts';
import { callTransafe, countReferencesFrom, purchase } from '../testing/processor-calls.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

const minuteMs = 60_000;
const newReference = countReferencesFrom(8_000);
let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

const readTicket = (cardshieldticket: string) =>
  callTransafe(sandbox, 'POST transaction/cardtype', { account_data: { cardshieldticket } });

describe('the ticket of the card frame', () => {
  it('tells brand and masked number, as often as it is asked', async () => {
    const ticket = await ticketOf(sandbox, { ...typedCard, account: '378282246310005', cv: '1234' });
    const described = { code: 'AUTH', verbiage: 'APPROVED', cardtype: 'AMEX', account: 'XXXXXXXXXXX0005' };
    expect(await readTicket(ticket)).toMatchObject({ status: 200, body: described });
    expect(await readTicket(ticket)).toMatchObject({ status: 200, body: described });
  });

  it('becomes a token in the vault once, of ten at once, and the token can be charged and deleted', async () => {
    const ticket = await ticketOf(sandbox, typedCard);
    const answers = await Promise.all(Array.from({ length: 10 }, () => takeTicket(sandbox, ticket)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
    const { token, ...rest } = answers.find(({ status }) => status === 200)?.body ?? {};
    expect(rest).toMatchObject({
      code: 'SUCCESS',
      cardtype: 'VISA',
      account: 'XXXXXXXXXXXX4242',
      expdate: '0829',
    });
    expect((await callTransafe(sandbox, `GET vault/account/${token}`)).body).toMatchObject({
      expdate: '0829',
      token,
    });
    expect((await purchase(sandbox, { token, reference: newReference() })).body.code).toBe('AUTH');
    await callTransafe(sandbox, `DELETE vault/account/${token}`);
    expect((await purchase(sandbox, { token, reference: newReference() })).status).toBe(400);
  });

  it('gives the same card another token each time', async () => {
    const tokens = [];
    for (let time = 0; time < 2; time += 1) {
      tokens.push((await takeTicket(sandbox, await ticketOf(sandbox, typedCard))).body.token);
    }
    expect(new Set(tokens).size).toBe(2);
  });

  it('is a bank account that is debited', async () => {
    const ticket = await ticketOf(sandbox, typedAccount);
    expect((await readTicket(ticket)).body).toMatchObject({ cardtype: 'ACH', account: 'XXXXXXXXXXXX0000' });
    const { token, ...taken } = (await takeTicket(sandbox, ticket)).body;
    expect(taken).not.toHaveProperty('expdate');
    const reference = newReference();
    await purchase(sandbox, { token, reference });
    expect(await sandbox.read(`/charges.json?reference=${reference}`)).toMatchObject([
      { kind: 'bank', state: 'pending' },
    ]);
  });

  it('is refused for a test card, and for a bank account when the vault checks it', async () => {
    const card = await ticketOf(sandbox, { ...typedCard, account: '4000000000000259' });
    expect(await readTicket(card)).toMatchObject({
      status: 402,
      body: { code: 'DENY', verbiage: 'CARD NOT ACCEPTED' },
    });
    expect((await takeTicket(sandbox, card)).body).not.toHaveProperty('token');
    const account = await ticketOf(sandbox, { ...typedAccount, account: '1000000259' });
    expect((await readTicket(account)).body.code).toBe('AUTH');
    expect(await takeTicket(sandbox, account)).toMatchObject({
      status: 402,
      body: { msoft_code: 'ACHVERIFYDENY' },
    });
  });

  it('expires after 15 minutes, and is not known without one', async () => {
    const ticket = await ticketOf(sandbox, typedCard);
    sandbox.clock.advance(15 * minuteMs);
    for (const unknown of [ticket, 'x', '']) {
      expect((await readTicket(unknown)).status).toBe(404);
      expect((await takeTicket(sandbox, unknown)).status).toBe(404);
    }
    expect((await callTransafe(sandbox, 'POST vault/account', {})).status).toBe(404);
  });

  it('needs the key of the service', async () => {
    for (const path of ['transaction/cardtype', 'vault/account']) {
      expect((await sandbox.call('POST', `/transafe/api/v2/${path}`, { body: {} })).status).toBe(401);
    }
  });
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
