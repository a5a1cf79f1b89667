import pg from 'pg';

/** What callers are named, and where they live. */
export interface CallerNames {
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
  readonly streets: readonly string[];
  readonly cities: readonly string[];
}

const firstNumber = 300_000_000;

/**
 * Returns statements that make so many customers with what operators find them by: the account {@link callerNumber}, a business for one of
 * twelve, a login, and for one of so many a bill and a payment.
 */
export function makeCallers(count: number, names: CallerNames, payingOneOf: number): string {
  const oneOf = (list: keyof CallerNames, number: string) => {
    const values = names[list].map((name) => pg.escapeLiteral(name));
    return `(array[${values.join()}])[(${number}) % ${values.length} + 1]`;
  };
  const lastName = oneOf('lastNames', `n / ${names.firstNames.length}`);
  return `
    insert into plan (id, name, monthly_price_cents, download_mbps, upload_mbps) values ('fiber', 'Fiber', 5000, 500, 500);
    create temporary table caller as
      select n, uuidv7() as customer_id, uuidv7() as account_id, uuidv7() as login_id, (${firstNumber} + n)::text as number
      from generate_series(1, ${count}) n;
    insert into customer (id, customer_number, first_name, last_name, email_address, phone_number)
      select customer_id, 'G-' || n, ${oneOf('firstNames', 'n')}, ${lastName}, 'user' || n || '@example.net', (6145000000 + n)::text
      from caller;
    insert into account (id, account_number, customer_id, account_type, status, business_name, bill_type, cycle_day, plan_id,
        monthly_price_cents)
      select account_id, number, customer_id, case when n % 12 = 0 then 'BUSINESS' else 'RESIDENTIAL' end, 'ACTIVE',
        case when n % 12 = 0 then ${lastName} || ' Bakery' end, 'EMAIL', 1, 'fiber', 5000
      from caller;
    insert into address (account_id, address_type, street_nr_first, street_nr_last, street_name, city, state, country, post_code)
      select account_id, 'Service', n % 9000 + 1, '', ${oneOf('streets', 'n / 7')}, ${oneOf('cities', 'n / 11')}, 'OH', 'USA', '43215'
      from caller;
    insert into login (id, email_address) select login_id, 'user' || n || '@example.net' from caller;
    insert into login_account (login_id, account_id, role) select login_id, account_id, 'primary' from caller;
    insert into invoice (account_id, invoice_number, issued_on, due_on, original_due_on, period_start, period_end,
        previous_balance_cents, amount_cents, open_cents, as_issued)
      select account_id, 'B-' || number, d, d, d, d, d, 0, 2000, 2000, '{}' from caller, current_date as d where n % ${payingOneOf} = 0;
    insert into payment (account_id, state, amount_cents, occurred_at, occurred_on, method_type, card_type, last_four, processor,
        processor_transaction)
      select account_id, 'COMPLETED', 2000 + n % 7000, now(), now(), 'custom', 'VISA', lpad((n % 10000)::text, 4, '0'), 'transafe',
        'T-' || number
      from caller where n % ${payingOneOf} = 0;
    insert into account_lookup (kind, key, account_id, customer_id)
      select 'account', number, account_id, customer_id from caller
      union all select 'invoice', 'B-' || number, account_id, null from caller where n % ${payingOneOf} = 0
      on conflict do nothing;
    drop table caller`;
}

/** Returns the number of the nth account of {@link makeCallers}. */
export const callerNumber = (n: number): string => String(firstNumber + n);
