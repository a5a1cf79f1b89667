import type { Language } from '@myaccount/contract/languages';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/database/connect.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';

/** What somebody is to an account: the customer on record, a primary login, or the login that acts. */
type Role = 'contact' | 'primary' | 'actor';

/** Who gets a mail: of `first`, the first role that has an address, and everybody of `always`. */
interface Audience {
  readonly first: readonly Role[];
  readonly always: readonly Role[];
}

const contactOrPrimaries = ['contact', 'primary'] as const;

/** Who gets which mail (docs/decisions/17-mail.md), by what it is about. */
export const audiences = {
  payment: { first: ['actor', ...contactOrPrimaries], always: [] },
  method: { first: contactOrPrimaries, always: ['actor'] },
  change: { first: [], always: ['contact', 'primary', 'actor'] },
  account: { first: contactOrPrimaries, always: [] },
} as const satisfies Record<string, Audience>;
export type AudienceName = keyof typeof audiences;

/** Somebody who gets mail about an account. */
export interface Recipient {
  readonly emailAddress: string;
  readonly language: Language;
}

/** An account as its mail names it, and whom it goes to. */
export interface MailAccount {
  readonly accountNumber: string;
  readonly recipients: readonly Recipient[];
}

/**
 * Returns a table to join laterally to account `a` and customer `c`: who gets a mail, each address once, in their own language,
 * with a `position` from 0, the customer first.
 */
export function recipientsOf(
  audience: AudienceName,
  loginId: Expression<string | null> | null,
): RawBuilder<unknown> {
  const { first, always } = audiences[audience];
  return sql`(
    select email_address, language, row_number() over (order by login_id nulls first) - 1 as position
    from (
      select distinct on (lower(email_address collate "C")) email_address, language, login_id
      from (
        select known.*, rank = min(rank) over () as is_first
        from (
          select 'contact' as role, c.email_address, c.language, null::uuid as login_id where c.email_address is not null
          union all
          select 'primary', l.email_address, coalesce(l.language, c.language), l.id
          from login_account la join login l on l.id = la.login_id where la.account_id = a.id and la.role = 'primary'
          union all
          select 'actor', l.email_address, coalesce(l.language, c.language), l.id from login l where l.id = ${loginId}
        ) known, array_position(${first}::text[], role) as rank
      ) ranked
      where role = any(${always}::text[]) or is_first
      order by lower(email_address collate "C"), login_id nulls first
    ) once)`;
}

/** Returns whom to mail about an account; `loginId` is the login that acts. Throws without such an account. */
export async function getMailAccount(
  trx: Trx,
  accountId: string,
  audience: AudienceName,
  loginId: string | null = null,
): Promise<MailAccount> {
  const rows = await selects[audience](trx, { accountId, loginId });
  const [row] = rows;
  if (!row) throw new Error(`There is no account ${accountId}`);
  const recipients = rows.flatMap(({ emailAddress, language }) =>
    emailAddress === null ? [] : [{ emailAddress, language }],
  );
  return { accountNumber: row.accountNumber, recipients };
}

interface RecipientRow {
  readonly accountNumber: string;
  readonly emailAddress: string | null;
  readonly language: Language;
}

function selectFor(audience: AudienceName) {
  return compileOnce(
    (
      trx,
      { accountId, loginId }: Placeholders<{ readonly accountId: string; readonly loginId: string | null }>,
    ) =>
      sql<RecipientRow>`
        select a.account_number as "accountNumber", r.email_address as "emailAddress", r.language
        from account a join customer c on c.id = a.customer_id
        left join lateral ${recipientsOf(audience, loginId)} r on true
        where a.id = ${accountId} order by r.position`.compile(trx),
  );
}

const selects = {
  payment: selectFor('payment'),
  method: selectFor('method'),
  change: selectFor('change'),
  account: selectFor('account'),
} as const satisfies Record<AudienceName, unknown>;
