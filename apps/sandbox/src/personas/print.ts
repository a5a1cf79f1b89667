// `npm run --silent personas`: prints the demo sign-ins. With --jsonl, prints their import file.
import { parseArgs } from 'node:util';
import { businessToday } from './calendar.ts';
import { demoFile, personasOn } from './personas.ts';

const { values } = parseArgs({ options: { jsonl: { type: 'boolean' }, today: { type: 'string' } } });
const today = values.today ?? businessToday(new Date());
if (!/^\d{4}-\d{2}-\d{2}$/.test(today) || Number.isNaN(Date.parse(today))) {
  console.error(`--today must be a day, YYYY-MM-DD, not ${today}`);
  process.exitCode = 1;
} else if (values.jsonl) {
  process.stdout.write(
    demoFile(today)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );
} else {
  const shown = personasOn(today).map(({ email, phone, about, customerId, accounts, pendingEmail }) => ({
    email,
    phone,
    about,
    customerId,
    accounts: accounts.map(({ accountNumber, about: what }) => ({ accountNumber, about: what })),
    pendingEmail,
  }));
  process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
}
