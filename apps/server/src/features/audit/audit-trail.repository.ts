import type { Database } from '../../platform/database/connect.ts';
import { isOneOf } from '../../platform/database/is-one-of.ts';

/** Whose entries are read. */
export interface TrailOwner {
  readonly accountId: string;
  /** Logins whose entries without an account are read too. */
  readonly loginIds: readonly string[];
}

/** Starts a query of the audit trail, as `entry`: the entries of an account, and those of logins that are of no account. */
export function selectTrail(db: Database, { accountId, loginIds }: TrailOwner) {
  const columns = ['id', 'at', 'actor', 'action', 'detail', 'client_address', 'correlation_id'] as const;
  const ofAccount = db.selectFrom('audit_entry').select(columns).where('account_id', '=', accountId);
  const ofLogins = db.selectFrom('login_audit_entry').select(columns).where(isOneOf('login_id', loginIds));
  return db.selectFrom(ofAccount.unionAll(ofLogins).as('entry'));
}
