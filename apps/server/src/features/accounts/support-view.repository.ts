import type { Database } from '../../platform/database/connect.ts';

const shownRows = 10;

/** Returns an account for support by its number, without PINs, codes and tokens; undefined if there is none. */
export async function findAccountForSupport(db: Database, accountNumber: string) {
  return await db
    .selectFrom('account as a')
    .innerJoin('customer as c', 'c.id', 'a.customer_id')
    .innerJoin('plan as p', 'p.id', 'a.plan_id')
    .select(['a.id', 'a.account_number as accountNumber', 'a.account_type as accountType', 'a.status'])
    .select(['a.business_name as businessName', 'a.bill_type as billType', 'a.cycle_day as cycleDay'])
    .select(['p.name as planName', 'c.customer_number as customerNumber'])
    .select(['c.first_name as firstName', 'c.last_name as lastName', 'c.email_address as emailAddress'])
    .select(['c.phone_number as phoneNumber', 'c.language'])
    .where('a.account_number', '=', accountNumber)
    .executeTakeFirst();
}

/** Returns an account's logins, each with its number of open sessions. */
export async function listLogins(db: Database, accountId: string, now: Date) {
  return await db
    .selectFrom('login_account as la')
    .innerJoin('login as l', 'l.id', 'la.login_id')
    .select(['l.email_address as emailAddress', 'la.role'])
    .select((eb) =>
      eb
        .selectFrom('session as s')
        .select(({ fn }) => fn.countAll<number>().as('open'))
        .whereRef('s.login_id', '=', 'l.id')
        .where('s.ended_at', 'is', null)
        .where('s.expires_at', '>', now)
        .as('openSessions'),
    )
    .where('la.account_id', '=', accountId)
    .orderBy('la.role', 'desc')
    .execute();
}

/** Returns the last bills of an account, newest first. */
export async function listLastBills(db: Database, accountId: string) {
  return await db
    .selectFrom('invoice')
    .select(['invoice_number as invoiceNumber', 'issued_on as issuedOn', 'due_on as dueOn'])
    .select(['amount_cents as amountCents', 'open_cents as openCents', 'paid_on as paidOn'])
    .where('account_id', '=', accountId)
    .where('voided_at', 'is', null)
    .orderBy('issued_on', 'desc')
    .orderBy('id', 'desc')
    .limit(shownRows)
    .execute();
}

/** Returns the last postings of an account, newest first. */
export async function listLastPostings(db: Database, accountId: string) {
  return await db
    .selectFrom('ledger_posting')
    .select(['occurred_on as occurredOn', 'event_key as eventKey', 'debit', 'credit'])
    .select('amount_cents as amountCents')
    .where('account_id', '=', accountId)
    .orderBy('occurred_on', 'desc')
    .orderBy('id', 'desc')
    .limit(shownRows)
    .execute();
}

/** Returns the last payments of an account, newest first, with their internal states. */
export async function listLastPayments(db: Database, accountId: string) {
  return await db
    .selectFrom('payment as p')
    .innerJoin('payment_reference as r', (join) =>
      join.onRef('r.account_id', '=', 'p.account_id').onRef('r.payment_id', '=', 'p.id'),
    )
    .select(['p.id', 'p.occurred_at as occurredAt', 'p.state', 'p.amount_cents as amountCents'])
    .select('p.planned_for as plannedFor')
    .select(['p.processor', 'p.card_type as cardType', 'p.last_four as lastFour'])
    .select(['p.processor_reference as reference', 'p.processor_transaction as transaction'])
    .select(['p.failure_code as failureCode', 'p.manual_review_reason as manualReviewReason'])
    .select('r.reference as paymentReference')
    .where('p.account_id', '=', accountId)
    .orderBy('p.occurred_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(shownRows)
    .execute();
}

/** Returns the saved methods of an account, removed ones last. */
export async function listMethodsForSupport(db: Database, accountId: string) {
  return await db
    .selectFrom('payment_method')
    .select(['id', 'processor', 'card_type as cardType', 'last_four as lastFour', 'nickname'])
    .select(['expires_on as expiresOn', 'is_default as isDefault', 'valid_to as validTo'])
    .select('is_valid as isValid')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('autopay_enrollment as e')
            .select('e.id')
            .whereRef('e.account_id', '=', 'payment_method.account_id')
            .whereRef('e.payment_method_id', '=', 'payment_method.id')
            .where('e.ended_at', 'is', null),
        )
        .as('isUsedByAutopay'),
    )
    .where('account_id', '=', accountId)
    .orderBy((eb) => eb('valid_to', 'is not', null))
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .execute();
}

/** Returns what an account's customers agreed to, newest first, without the texts. */
export async function listConsentsForSupport(db: Database, accountId: string) {
  return await db
    .selectFrom('consent as c')
    .leftJoin('login as l', 'l.id', 'c.login_id')
    .select(['c.kind', 'c.text_version as textVersion', 'c.language', 'c.agreed_at as agreedAt'])
    .select(['c.client_address as clientAddress', 'l.email_address as emailAddress', 'c.id'])
    .where('c.account_id', '=', accountId)
    .orderBy('c.agreed_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(shownRows)
    .execute();
}

/** Returns the last messages about an account, newest first, without their content. */
export async function listLastMessages(db: Database, accountId: string) {
  return await db
    .selectFrom('outbox')
    .select([
      'created_at as createdAt',
      'template',
      'recipient',
      'state',
      'attempts',
      'last_error as lastError',
    ])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(shownRows)
    .execute();
}
