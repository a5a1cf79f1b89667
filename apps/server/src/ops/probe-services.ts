import { Option } from 'commander';
import { withoutLongNumbers } from '../features/audit/audit.rules.ts';
import { openServices } from '../gateways/open-services.ts';
import { httpStatus, type JsonResponse, listening } from '../gateways/service-http.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { Portal } from '../platform/portal.ts';
import { PortalCommand } from './ops-context.ts';
import type { Outcome, ProbeCall, ProbeName } from './probe-call.ts';
import { probes } from './probe-calls.ts';
import { findTestCharges, type Probing } from './probe-charges.ts';
import { hostRefusals, type ProbedService } from './probe-hosts.ts';
import { textSection } from './text-section.ts';

type Options = Probing['options'] & {
  readonly only: readonly ProbedService[];
  readonly testHost: readonly string[];
};

const failedExitCode = 2;
const notMade = 'not set up, or its option is missing';
const notTried = 'by hand: see docs/operations.md';
const services = Object.keys(probes) as ProbedService[];
/** Names that no call shows: they come days later, in a browser, or by what a good card does not bring about. */
const shownByNoCall: Readonly<Partial<Record<ProbedService, readonly string[]>>> = {
  transafe: [
    'paths.vault (transafe.names.ts)',
    'vaultToken (transafe.names.ts)',
    'reportQuery.from (transafe.names.ts)',
    'reportQuery.until (transafe.names.ts)',
    'reportQuery.status (transafe.names.ts)',
    'reportMembers.returnCode (transafe.names.ts)',
    'reportMembers.returnedAt (transafe.names.ts)',
    'chargedPart (transafe.names.ts)',
    'rowStatus.settled (transafe.names.ts)',
    'rowStatus.returned (transafe.names.ts)',
    'paths.refund (transafe.names.ts)',
    'rowStatus.refunded (transafe.names.ts)',
    'rowStatus.denied (transafe.names.ts)',
  ],
  'card-form': ['chaseMembers (frame-messages.rules.ts)'],
  orbital: [
    'chargedPart (orbital.names.ts)',
    'rejectedBeforeCharge (orbital.names.ts)',
    'bankReasons (orbital.names.ts)',
  ],
  'field-service': [
    'placeRole (tmf646.names.ts)',
    'visitMembers.technician (tmf646.names.ts)',
    'visitMembers.arrival (tmf646.names.ts)',
  ],
  auth0: [
    'expiredDescription (auth0.names.ts)',
    'signUpsDisabled (auth0.names.ts)',
    'refusedPersonErrors (auth0.names.ts)',
  ],
};
const help = `
Set the test addresses and credentials of the services, and save test methods in a browser, first. Nothing is called if an
address is a live host, or one that is neither a known test host, nor on this machine, nor named by --test-host.

--account charges $1 to a saved card and bank account at each processor, looks it up, and gives it back: TranSafe voids it, Orbital refunds it. Nothing is
written to the database. --email gets a code. Twilio's test credentials send nothing to --phone.

differs        what was expected, and what came; a name is a constant, in the file that its row says
not reachable  no answer, or why the call was not made

Exit code 0: every call that was made works; 2: one does not; 1: refused, and nothing was called.`;

/** `probe-services [--account NUMBER] [--only SERVICE...] [--test-host HOST...]` */
export const probeServicesCommand = new PortalCommand('probe-services')
  .description(
    "Walks every call to the outside services' test systems, and says what differs from what the portal expects.",
  )
  .addOption(new Option('--only <service...>', 'only these').choices(services).default(services, 'all'))
  .option('--test-host <host...>', 'hosts at which nothing is real', [])
  .option('--account <number>', 'the account whose saved test methods are charged')
  .option('--email <address>', 'a mailbox of yours, for a code')
  .option('--phone <number>', 'a number of yours, such as +16145550123')
  .option('--area <code>', 'a postal code that has free times', '43215')
  .option('--visit <id>', 'a visit of the field service')
  .addHelpText('after', help)
  .does(({ portal }, options: Options) => probeServices(portal, options));

async function probeServices(portal: Portal, options: Options): Promise<string[]> {
  const { only, testHost, account } = options;
  const refusals = hostRefusals(portal.config, only, testHost);
  if (refusals.length > 0) throw new OperatorError([...refusals, 'Nothing was called.'].join('\n'));
  const charges = account === undefined ? [] : await findTestCharges(portal, account);
  const probing = { portal, services: openServices(portal), options, charges };
  const sections: string[] = [];
  for (const service of only) {
    const rows: Row[] = [];
    for (const probe of probes[service]) rows.push(...(await rowsOf(probe, probing)));
    for (const what of shownByNoCall[service] ?? [])
      rows.push({ what, result: 'not reachable', detail: notTried });
    const isRight = ({ result, detail }: Row) => result === 'works' || [notMade, notTried].includes(detail);
    if (!rows.every(isRight)) process.exitCode = failedExitCode;
    sections.push(
      textSection(
        service,
        '{result}  {what}  {detail}',
        rows.map((row) => ({ ...row })),
      ),
    );
  }
  return sections;
}

interface Finding {
  readonly result: 'works' | 'differs' | 'not reachable';
  readonly detail: string;
}
/** What is known of a call, or of the constant that has a name. */
interface Row extends Finding {
  readonly what: string;
}

/** Makes a call and returns its row, and one for each name in it that the service does not document. */
async function rowsOf([call, works, make, ...names]: ProbeCall, probing: Probing): Promise<Row[]> {
  const answers: JsonResponse[] = [];
  const came = await listening(answers, async () => await make(probing)).catch((error) => ({
    outcome: 'error',
    text: String(error),
  }));
  const finding = callFinding(works, came || undefined, answers);
  const isCalled = finding.result !== 'not reachable';
  const rowOf = (name: ProbeName): Row => ({
    what: name[0],
    ...(isCalled ? nameFinding(name, finding, answers) : finding),
  });
  return [{ what: call, ...finding }, ...names.map(rowOf)];
}

/** Returns whether a call came to what it should. A failure of the service, or of a hop before it, says nothing about the call. */
function callFinding(works: string, came: Outcome | undefined, answers: readonly JsonResponse[]): Finding {
  if (!came) return { result: 'not reachable', detail: notMade };
  if (came.outcome === works) return { result: 'works', detail: came.note ?? '' };
  const text = typeof came.text === 'string' ? came.text : '';
  const hasNoResult = ['away', 'error', 'unavailable', 'unknown'].includes(came.outcome);
  const isAnswered =
    answers.some(({ status }) => status < httpStatus.firstServerError) || /HTTP [1-4]/.test(text);
  return {
    result: hasNoResult && !isAnswered ? 'not reachable' : 'differs',
    detail: withoutLongNumbers(`expected ${works}, came ${came.outcome}${text && `: ${text}`}`),
  };
}

/** Returns whether a name of a call works: one that is sent if the call does, any other if it came. */
function nameFinding(
  [, passes, name, of]: ProbeName,
  { result }: Finding,
  answers: readonly JsonResponse[],
): Finding {
  if (passes === 'sent') return { result, detail: `sent ${name}` };
  const came = new Set<string>();
  JSON.stringify(
    answers.map(({ body }) => body),
    (member, value) => {
      if (of === undefined) came.add(member);
      else if (member === of) came.add(String(value));
      return value;
    },
  );
  if (came.has(name)) return { result: 'works', detail: `came ${name}` };
  const expected = of === undefined ? name : `${of} ${name}`;
  return { result: 'differs', detail: `expected ${expected}, came ${[...came].join(', ') || 'none'}` };
}
