import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import { beforeAll, expect, test } from 'vitest';
import { type BuiltLogin, buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { listConsents } from '../../testing/traces.ts';
import { agreedTextOf, recordConsents } from './consents.service.ts';

let login: BuiltLogin;
const portal = forFile(() => startTestPortal());
beforeAll(async () => {
  login = await buildLogin(portal.db);
});

const debit = { kind: 'bank-debit', textVersion: '2', language: 'en' } as const;
const paperless = { kind: 'paperless', textVersion: '1', language: 'es' } as const;

const record = (consents: readonly AgreedConsent[]) =>
  portal.db.transaction().execute(async (trx) => {
    const scope = {
      accountId: login.account.id,
      loginId: login.loginId,
      clientAddress: '192.0.2.7',
      at: portal.clock.now(),
      brand: portal.portal.config.brand,
      values: { amount: '$84.99' },
    };
    return await recordConsents(trx, scope, consents);
  });
const rows = () => listConsents(portal, login);

test('[CONSENT-1] keeps each text word by word, with who, when, and from where, and returns the ids by kind', async () => {
  const ids = await record([paperless, debit]);
  const kept = await rows();
  expect(kept.map(({ kind, id }) => [kind, id])).toEqual([...ids].sort());
  expect(kept).toMatchObject([
    { kind: 'bank-debit', text_version: '2', language: 'en', client_address: '192.0.2.7' },
    { kind: 'paperless', text_version: '1', language: 'es', login_id: login.loginId },
  ]);
  expect(kept.map(({ agreed_at }) => agreed_at)).toEqual([portal.clock.now(), portal.clock.now()]);
  expect(kept[0]?.agreed_text).toMatch(/to debit \$84\.99 once from my bank account\. If the debit/);
  expect(kept[1]?.agreed_text).toMatch(/^Acepto recibir mis facturas/);
  expect(kept.map(({ agreed_text }) => agreed_text).join()).not.toContain('{{');
});

test('[CONSENT-1] an unknown text is refused at its field, and nothing of the call is kept', async () => {
  const before = await rows();
  const refused = record([debit, { ...paperless, textVersion: '9' }]);
  await expect(refused).rejects.toMatchObject({
    code: 'request.invalid',
    options: { errors: [{ field: 'consents.1.textVersion', code: 'invalid' }] },
  });
  expect(await rows()).toEqual(before);
});

test.each([
  [undefined, 'to debit $84.99 once from my bank account. If the debit is returned'],
  ['2026-12-01', 'to debit up to $84.99 once from my bank account on Dec 01, 2026.'],
])('[CONSENT-1] the authorization of a payment dated %s names its day', (day, words) => {
  const { brand } = portal.portal.config;
  expect(agreedTextOf(debit, { brand, values: { amount: '$84.99', day } })).toContain(words);
});
