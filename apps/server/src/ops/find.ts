import type { Database } from '../platform/database/connect.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { PortalCommand } from './ops-context.ts';
import { mostFound, searchAccounts } from './search-accounts.ts';
import { type ColumnValues, plainText, textSection } from './text-section.ts';

/** What names an account, for the help of commands. */
export const whatFinds =
  'an e-mail address, phone, name, service address, account, customer, bill, or payment number, or a card’s last four digits with the amount';

/** `find WORDS` */
export const findCommand = new PortalCommand('find')
  .description('Finds the accounts of a caller, best first.')
  .argument('<words...>', whatFinds)
  .addHelpText(
    'after',
    '\nWords may be in any order, without accents, and only beginnings: find riv ana, find rivera 12 elm. A card’s payment: find 4242 84.99.\n' +
      'Exit code 0: found; 1: nobody, or the command failed.',
  )
  .does(async ({ db }, words: string[]) => {
    const said = words.join(' ');
    const found = await searchAccounts(db, said);
    if (found.length === 0) throw nobodyFound(said);
    return [listText(found)];
  });

/** Returns the one account that fits best. Throws OperatorError with the list if several do, and with how to search if none does. */
export async function findOne(db: Database, said: string): Promise<ColumnValues> {
  const found = await searchAccounts(db, said);
  const [best, ...others] = found.filter(({ rank }) => rank === found[0]?.rank);
  if (!best) throw nobodyFound(said);
  if (others.length > 0)
    throw new OperatorError(`“${plainText(said)}” is not one account. ${listText(found)}`);
  return best;
}

const nobodyFound = (said: string) =>
  new OperatorError(`Nobody is found by “${plainText(said)}”: say ${whatFinds}, such as 4242 84.99`);

/** The payment by which an account was found. */
export const paymentLine =
  'payment {payment_reference}, {occurred_on}, {state}, {amount_cents}, {payment_id}';
const line = `{account_number}  {name}  {address}  {email_address}  {phone_number}  login {logins}|no login  {status}  by ${paymentLine}|by {found_by}`;

function listText(found: readonly ColumnValues[]): string {
  const title =
    found.length > mostFound
      ? `The first ${mostFound} accounts, best first; more words, such as a street, find fewer`
      : `Accounts: ${found.length}, best first`;
  return textSection(title, line, found.slice(0, mostFound));
}
