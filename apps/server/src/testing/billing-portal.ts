import pg from 'pg';
import type { BillingPortal } from '../features/billing-system/read-account.service.ts';
import { followBilling } from '../features/billing-system/sweep.service.ts';
import { importFile } from '../features/import/import.service.ts';
import type { LineRefusal } from '../features/import/parse/import.parse.rules.ts';
import { openServices } from '../gateways/open-services.ts';
import { type PayingTestPortal, startPayingPortal } from './paying-portal.ts';

/** A portal that follows the sandbox's billing system. */
export interface BillingTestPortal extends PayingTestPortal {
  readonly billing: BillingPortal;
  /** Imports lines of a file here; throws what is refused. */
  importLines(lines: readonly object[]): Promise<void>;
  /** Imports lines of a file here, by default while the billing system is followed; returns what is refused. */
  refusedLines(lines: readonly object[], isBillingElsewhere?: boolean): Promise<string[]>;
  /** Loads lines into the billing system. */
  loadLines(lines: readonly object[]): Promise<void>;
  /** Does what a person at the provider does with an account. */
  act(account: string, act: string, body?: object): Promise<Record<string, unknown>>;
  /** Reads everything that is due, new, or old. */
  follow(): Promise<void>;
}

/** Starts one, with no limit of calls. */
export async function startBillingPortal(settings: Record<string, string> = {}): Promise<BillingTestPortal> {
  const paying = await startPayingPortal({
    BILLING_SYSTEM: 'gtv',
    BILLING_CALLS_PER_SECOND: '0',
    BILLING_PRODUCTS_FILE: 'scripts/start/demo-products.json',
    ...settings,
  });
  const { billingSystem } = openServices(paying.portal);
  if (!billingSystem) throw new Error('The settings name no billing system');
  const billing: BillingPortal = { ...paying.portal, pool: paying.pool, billingSystem };
  const post = async (path: string, body: string, type: string) => {
    const response = await fetch(`${paying.sandbox.url}/gotransverse/${path}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  const jsonl = (lines: readonly object[]) => lines.map((line) => JSON.stringify(line)).join('\n');
  const refusedLines = async (lines: readonly object[], isBillingElsewhere = true) => {
    const refusals: string[] = [];
    const source = (async function* () {
      yield Buffer.from(jsonl(lines));
    })();
    const onRefusal = ({ line, field, reason }: LineRefusal) =>
      refusals.push(`line ${line}, ${field}: ${reason}`);
    const pool = new pg.Pool({ connectionString: paying.portal.config.databaseUrl });
    const context = { ...billing, ...billing.config, pool, isBillingElsewhere };
    await importFile(source, { isDryRun: false, onRefusal }, context).finally(() => pool.end());
    return refusals;
  };
  return {
    ...paying,
    billing,
    importLines: async (lines) => {
      const refused = await refusedLines(lines, false);
      if (refused.length > 0) throw new Error(refused.slice(0, 5).join('; '));
    },
    refusedLines,
    loadLines: async (lines) => void (await post('lines', jsonl(lines), 'application/jsonl')),
    act: (account, act, body = {}) =>
      post(`accounts/${account}/${act}`, JSON.stringify(body), 'application/json'),
    follow: () => followBilling(billing),
  };
}
