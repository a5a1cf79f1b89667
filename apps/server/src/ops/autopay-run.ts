import { formatCents } from '@myaccount/contract/money';
import { z } from 'zod';
import { countAccountsToCharge, runAutopay } from '../features/autopay/autopay-run.service.ts';
import type { PayingPortal } from '../features/feature.ts';
import { dayOf } from '../platform/business-day.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { PortalCommand } from './ops-context.ts';
import { parser } from './option-parsers.ts';
import { Progress } from './progress.ts';

interface AutopayRunOptions {
  readonly asOf: string;
  readonly dryRun: boolean;
}

const help = `
The servers do this by themselves from AUTOPAY_HOUR on; by hand it makes up for a day on which none ran. Every charge is
made once, whoever runs it, also beside running servers and after a kill.

paid, pending   Charged; a bank debit is pending until it settles. A dry run counts what it would charge as paid.
failed          Declined, or the method cannot be charged. The customer gets a mail with the day of the next attempt.
unknown         The result is out. Reconciliation finds it.
waiting         Another payment of the account is in progress, or the processor is away. The next run charges it.
not-due         Paid meanwhile, or waits for another day.
Exit code 0: done; 1: refused, or some accounts could not be processed.`;

/** `autopay-run --as-of DATE [--dry-run]` */
export const autopayRunCommand = new PortalCommand('autopay-run')
  .description('Collects what is due by a day from every account with autopay.')
  .requiredOption(
    '--as-of <day>',
    'the business day to collect for, such as 2026-12-01',
    parser((text) => z.iso.date().safeParse(text).data, 'a day such as 2026-12-01'),
  )
  .option('--dry-run', 'only say what would be charged', false)
  .addHelpText('after', help)
  .does(({ portal }, options: AutopayRunOptions) => autopayRun(portal, options));

async function autopayRun(
  portal: PayingPortal,
  { asOf: runOn, dryRun: isDryRun }: AutopayRunOptions,
): Promise<string[]> {
  const { clock, config } = portal;
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort());
  const progress = new Progress('accounts');
  const today = dayOf(clock.now(), config.timeZone);
  if (!isDryRun && runOn > today)
    throw new OperatorError(`${runOn} has not come yet: only --dry-run may look ahead`);
  let done = 0;
  progress.begin(isDryRun ? 'Dry run' : 'Autopay run', await countAccountsToCharge(portal, runOn));
  const summary = await runAutopay(portal, {
    runOn,
    isDryRun,
    stopping: stopping.signal,
    onAccount: () => progress.at(++done, done),
  });
  progress.end();
  const { accounts, collectedCents } = summary;
  if (accounts.error > 0) process.exitCode = 1;
  const results = Object.entries(accounts).filter(([, count]) => count > 0);
  return [
    ...results.map(([result, count]) => `${result.padEnd(8)} ${count}`),
    `${isDryRun ? 'Would charge' : 'Charged'} ${formatCents(collectedCents)}.`,
  ];
}
