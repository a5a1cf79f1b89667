import { randomBytes } from 'node:crypto';
import { basePath } from '@myaccount/contract/endpoint';
import { recordAudit } from '../../platform/audit.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Limit } from '../../platform/rate-limit.ts';
import { hashToken } from '../../platform/secrets.ts';
import { getAccount } from '../accounts/accounts.service.ts';
import { insertLink, listAccountsWithLinks, listAccountVisits, revokeLinks } from './link.repository.ts';
import type { VisitKey } from './visit.repository.ts';

const tokenBytes = 16;
const dayMs = 86_400_000;
/** Life of a link that a session makes. It is short because signing out ends no links. */
const ownLinkMs = 3_600_000;

interface NewLink {
  readonly visit: VisitKey;
  readonly at: Date;
  /** `APPOINTMENT_LINK_DAYS` without it. */
  readonly lifeMs?: number | undefined;
}

/** Makes another link to a visit in the caller's transaction and returns its address, which is a secret: do not log it. */
export async function makeLink(
  trx: Trx,
  { config }: Pick<Portal, 'config'>,
  { visit, at, lifeMs = config.appointments.linkDays * dayMs }: NewLink,
): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url');
  const expiresAt = new Date(at.getTime() + lifeMs);
  await insertLink(trx, visit, { tokenHash: hashToken(token), createdAt: at, expiresAt });
  return `${config.publicUrl}${basePath}/schedule/${token}`;
}

/** Whose links are made or ended, and by whom; a null id means all accounts. */
export interface LinkRequest {
  readonly accountId: string | null;
  /** As in the audit trail: `operator:NAME` or `login:ID`. */
  readonly actor: string;
}

/** Makes a link to every open visit, or to the first `most` of each account, audited. Returns each with what it is for. */
export async function makeLinks(
  portal: Portal,
  { actor, ...whose }: LinkRequest,
  { most, lifeMs }: { readonly most?: number; readonly lifeMs?: number } = {},
) {
  const { db, clock } = portal;
  const at = clock.now();
  const made: { accountNumber: string; startsAt: Date; url: string }[] = [];
  for (const { accountId, accountNumber, visits } of await listAccountVisits(db, { ...whose, now: at })) {
    const linked = visits.slice(0, most);
    await db.transaction().execute(async (trx) => {
      for (const { appointmentId, startsAt } of linked) {
        const url = await makeLink(trx, portal, { visit: { accountId, appointmentId }, at, lifeMs });
        made.push({ accountNumber, startsAt, url });
      }
      const entry = { at, accountId, actor, detail: { links: linked.length } };
      await recordAudit(trx, { ...entry, action: 'appointments.links-made' });
    });
  }
  return made;
}

/** API-27: makes a link for an hour to the next open visit of the caller's account and returns its token. Throws not found. */
export async function openNextVisit(
  portal: Portal,
  limit: Limit,
  { caller, accountNumber }: { readonly caller: Caller; readonly accountNumber: string },
): Promise<string> {
  const account = await getAccount(portal, caller, accountNumber);
  await limit.consume(account.id);
  const whose = { accountId: account.id, actor: `login:${caller.loginId}` };
  const [link] = await makeLinks(portal, whose, { most: 1, lifeMs: ownLinkMs });
  const token = link?.url.split('/').at(-1);
  if (!token) throw notFound();
  return token;
}

/** Ends every live link, audited by account, and returns how many. */
export async function endLinks({ db, clock }: Portal, { actor, ...whose }: LinkRequest): Promise<number> {
  const at = clock.now();
  let ended = 0;
  for (const { accountId } of await listAccountsWithLinks(db, { ...whose, now: at })) {
    ended += await db.transaction().execute(async (trx) => {
      const links = await revokeLinks(trx, accountId, at);
      const entry = { at, accountId, actor, detail: { links } };
      await recordAudit(trx, { ...entry, action: 'appointments.links-ended' });
      return links;
    });
  }
  return ended;
}
