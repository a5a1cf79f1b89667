import type { Insertable } from 'kysely';
import { makeLink } from '../../features/appointments/links.service.ts';
import { insertLookup } from '../../platform/database/account-lookup.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Portal } from '../../platform/portal.ts';
import type { BuiltAccount } from './account.ts';

/** A built visit and the token of a link to it. */
export interface BuiltVisit {
  readonly id: string;
  readonly accountId: string;
  readonly token: string;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Builds a visit for an account, five days ahead, with a link. */
export async function buildVisit(
  portal: Portal,
  account: BuiltAccount,
  fields: Partial<Insertable<Tables['appointment']>> = {},
): Promise<BuiltVisit> {
  const startsAt = fields.starts_at ?? new Date(portal.clock.now().getTime() + 5 * dayMs);
  const { external_id: key } = fields;
  if (key) await insertLookup(portal.db, { kind: 'appointment', key, account_id: account.id });
  const { id } = await portal.db
    .insertInto('appointment')
    .values({
      account_id: account.id,
      kind: 'repair',
      starts_at: startsAt,
      ends_at: new Date(new Date(startsAt).getTime() + 2 * hourMs),
      job_status: 'Dispatch',
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, accountId: account.id, token: await linkTo(portal, { accountId: account.id, id }) };
}

/** Makes another link to a visit and returns its token. */
export async function linkTo(
  portal: Portal,
  { accountId, id }: Pick<BuiltVisit, 'accountId' | 'id'>,
): Promise<string> {
  const at = portal.clock.now();
  const visit = { accountId, appointmentId: id };
  const url = await portal.db.transaction().execute((trx) => makeLink(trx, portal, { visit, at }));
  return url.slice(url.lastIndexOf('/') + 1);
}
