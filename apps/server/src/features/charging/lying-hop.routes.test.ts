import { processorNames } from '@myaccount/contract/processors';
import { afterEach, describe, expect, test } from 'vitest';
import { paymentsOf } from '../../testing/autopay.ts';
import { payingPortalForFile } from '../../testing/paying-portal.ts';

// A proxy between us and the processor forwards the charge and answers with its own JSON.

const minute = 60_000;
const statuses = [400, 401, 402, 403, 404, 412, 415, 429, 500, 503];

const portal = payingPortalForFile();
afterEach(() => portal.sandbox.reset());

describe.each(processorNames)('with %s', (processor) => {
  test.each(statuses)(
    '[PAY-6] a proxy that answers %i after the charge went through does not make a second charge',
    async (status) => {
      const payer = await portal.buildPayer({ processor });
      await portal.sandbox.control({ processor, mode: 'hop', status, calls: 1 });
      const first = await portal.pay(payer, {}, `hop-${status}`);
      const second = await portal.pay(payer, {}, `hop-${status}`);
      expect([first, second].map((response) => response.json().status)).toEqual(['PENDING', 'PENDING']);
      expect(await portal.chargesOf(payer)).toHaveLength(1);
      await portal.passTime(minute);
      await portal.reconcile();
      expect(await paymentsOf(portal, payer)).toMatchObject([{ state: 'COMPLETED' }]);
      expect(await portal.chargesOf(payer)).toHaveLength(1);
    },
  );
});
