import type { Updateable } from 'kysely';
import type { Trx } from '../../platform/database/connect.ts';
import { isOneOf } from '../../platform/database/is-one-of.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** Stores the contact of a locked customer. Its accounts get new versions, because all of them show it. */
export async function changeContact(
  trx: Trx,
  customerId: string,
  contact: Updateable<Tables['customer']>,
): Promise<void> {
  await trx
    .updateTable('customer')
    .set((eb) => ({ ...contact, version: eb('version', '+', 1) }))
    .where('id', '=', customerId)
    .execute();
  const accounts = await trx
    .selectFrom('account_lookup')
    .select('account_id as id')
    .where('kind', '=', 'account')
    .where('customer_id', '=', customerId)
    .execute();
  await trx
    .updateTable('account')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where(
      isOneOf(
        'id',
        accounts.map(({ id }) => id),
      ),
    )
    .execute();
}
