import { Option } from 'commander';
import { openServices } from '../gateways/open-services.ts';
import { type ChosenNames, type ProtocolNameKey, protocolNames } from '../gateways/protocol-names.ts';
import { listening, type ServiceResponse } from '../gateways/service-http.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { Portal } from '../platform/portal.ts';
import { PortalCommand } from './ops-context.ts';
import { others, type ProbeCall, probes } from './probe-calls.ts';
import { findProbeCharges } from './probe-charges.ts';
import { hostRefusals, type ProbedService } from './probe-hosts.ts';
import { callFinding, nameFinding, type ProbeFinding } from './probe-rows.ts';
import type { ProbeCharge, Probing } from './probing.ts';
import { textSection } from './text-section.ts';

type Options = Probing['options'] & {
  readonly only: readonly ProbedService[];
  readonly testHost: readonly string[];
};

const differsExitCode = 2;
const awayExitCode = 3;
const shortestSecret = 8;
const services = Object.keys(probes) as ProbedService[];
const help = `
Set the test addresses and credentials of the services, and save test methods in a browser, first. Nothing is called if an
address is a live host, or one that is neither a known test host, nor on this machine, nor named by --test-host.

--account charges $1 to a card and a bank account at each processor, looks it up, and voids it. Nothing is written but the
account's audit trail. --email gets a code. Twilio's test credentials send nothing to --phone.

differs        what was expected, and what came
not reachable  no answer, or why no test reaches it

Exit code 0: every call that was made works; 2: something differs, or a charge is left, which is named; 3: a service does not
answer; 1: refused, and nothing was called.`;

/** `probe-services [--account NUMBER --by NAME] [--only SERVICE...] [--test-host HOST...]` */
export const probeServicesCommand = new PortalCommand('probe-services')
  .description(
    "Walks every call to the outside services' test systems, and says what differs from what the portal expects.",
  )
  .addOption(new Option('--only <service...>', 'only these').choices(services).default(services, 'all'))
  .option('--test-host <host...>', 'hosts at which nothing is real', [])
  .option('--account <number>', 'the account whose saved test methods are charged')
  .option('--by <name>', 'your name, for the audit trail')
  .option('--email <address>', 'a mailbox of yours, for a code')
  .option('--phone <number>', 'a number of yours, such as +16145550123')
  .option('--area <code>', 'a postal code that has free times', '43215')
  .option('--visit <id>', 'a visit of the field service')
  .addHelpText('after', help)
  .does(({ portal }, options: Options) => probeServices(portal, options));

async function probeServices(portal: Portal, options: Options): Promise<string[]> {
  const { only, testHost, account, by } = options;
  const refusals = hostRefusals(portal.config, only, testHost);
  if (refusals.length > 0) throw new OperatorError([...refusals, 'Nothing was called.'].join('\n'));
  if (account !== undefined && by === undefined) throw new OperatorError('--account needs --by NAME.');
  const charges: Probing['charges'] =
    account === undefined ? new Map() : await findProbeCharges(portal, account);
  const probing = { portal, services: openServices(portal), options, charges };
  const sections: string[] = [];
  for (const service of only) {
    const rows: Row[] = [];
    for (const probe of probes[service]) rows.push(...(await rowsOf(service, probe, probing)));
    const left = [...charges.values()].filter(({ processor, mayExist }) => processor === service && mayExist);
    rows.push(...left.map(leftRow));
    if (rows.some(({ result }) => result === 'differs')) process.exitCode = differsExitCode;
    if (rows.some(({ isAway }) => isAway)) process.exitCode ??= awayExitCode;
    const cells = rows.map(({ call, name, result, detail }) => ({ call, name, result, detail }));
    sections.push(textSection(service, '{result}  {call}  {name}  {detail}', cells));
  }
  return sections.map(withoutSecrets);
}

interface Row extends ProbeFinding {
  readonly call: string;
  readonly name: string;
}

function leftRow({ reference, transaction }: ProbeCharge): Row {
  const detail = `$1.00 of order ${reference}, transaction ${transaction ?? 'unknown'}: look for it there, and void it`;
  return { call: 'leave no charge', name: '', result: 'differs', detail };
}

/** Makes a call and returns its row, and one for each name in it that the service does not document. */
async function rowsOf(
  service: ProbedService,
  [call, works, make, names = '']: ProbeCall,
  probing: Omit<Probing, 'answers'>,
): Promise<Row[]> {
  const answers: ServiceResponse[] = [];
  const run = async () => (typeof make === 'string' ? make : await make({ ...probing, answers }));
  const came = await listening(answers, run).catch((error) => ({ outcome: 'error', text: String(error) }));
  const finding = callFinding(works, came, answers);
  const chosen: ChosenNames = probing.portal.config.transafe.names ?? {};
  return [
    { call, name: '', ...finding },
    ...namesOf(service, names).map((name) => {
      const shown = chosen[name] ?? protocolNames[name].name;
      return { call, name, ...nameFinding(name, shown, finding, answers) };
    }),
  ];
}

/** Returns the names of a call; with `*`, those of the service that no other call has. */
function namesOf(service: ProbedService, names: string): ProtocolNameKey[] {
  const known = Object.keys(protocolNames) as ProtocolNameKey[];
  const isIn = (list: string, key: string) => list.split(' ').includes(key.replace(`${service}.`, ''));
  const elsewhere = probes[service].map(([, , , list = '']) => list).join(' ');
  return known.filter(
    (key) =>
      key.startsWith(`${service}.`) && (isIn(names, key) || (names === others && !isIn(elsewhere, key))),
  );
}

/** An answer may repeat a credential. */
function withoutSecrets(text: string): string {
  const isSecret = ([name, value = '']: [string, string?]) =>
    /KEY|TOKEN|PASSWORD|SECRET/.test(name) && value.length >= shortestSecret;
  const secrets = Object.entries(process.env).filter(isSecret);
  return secrets.reduce((kept, [, secret = '']) => kept.replaceAll(secret, '…'), text);
}
