import { type RawBuilder, sql } from 'kysely';

// What support sees of an account. PINs, codes, tokens, what was agreed to, and the words of texts, which hold links, stay out.

/** An account, and when it is shown. */
export interface AccountMoment {
  readonly accountId: string;
  readonly now: Date;
  readonly today: string;
}

/** A heading and a line for each row of a query. */
export interface Section {
  /** May name columns of {@link selectAccount}. */
  readonly title: string;
  readonly query: (asked: AccountMoment) => RawBuilder<unknown>;
  /** The template of a line (text-section.ts). */
  readonly line: string;
}

const shownRows = 10;
/** A payment method as operators read it: `VISA …4242`. */
const method = sql`concat(card_type, ' …', last_four) as method`;

/** The words of a service address, by which it is found. */
export const serviceAddress = sql`d.street_nr_first || ' ' || d.street_name || ' ' || d.street_nr_last || ' ' || d.city || ' '
  || d.state || ' ' || d.post_code`;

/** What tells an account from others. */
export const accountFace = sql`a.account_number, concat_ws(', ', a.business_name, concat(c.first_name, ' ', c.last_name)) as name,
  a.account_type, a.status, coalesce(regexp_replace(trim(${serviceAddress}), ' +', ' ', 'g'), 'no address') as address,
  coalesce(c.email_address, 'no e-mail') as email_address, coalesce(c.phone_number, 'no phone') as phone_number`;

/** The tables of {@link accountFace}. */
export const accountTables = sql`account a join customer c on c.id = a.customer_id
  left join address d on d.account_id = a.id and d.address_type = 'Service'`;

/** Selects an account by its id, with what {@link accountLines} and the titles of sections show. */
export const selectAccount = (accountId: string) => sql`
  select a.id, ${accountFace}, c.customer_number, c.language, p.name as plan_name, a.bill_type, a.cycle_day,
    coalesce(nullif(a.notification_preference, ''), 'none') as preference,
    case when a.pin_sealed is null then 'no PIN' else 'PIN set' end as pin,
    e.email_address as pending_email_address, e.requested_at, e.expires_at, l.email_address as saved_by,
    case when o.id is null then 'off' else 'on' end as autopay,
    case when h.is_applied then 'applied, imported' else 'not applied' end as hero_discount,
    case when h.is_applied then h.applied_at end as hero_discount_since
  from ${accountTables}
  join plan p on p.id = a.plan_id
  left join email_change e on e.account_id = a.id
  left join login l on l.id = e.login_id
  left join autopay_enrollment o on o.account_id = a.id and o.ended_at is null
  left join discount h on h.account_id = a.id and h.discount_type = 'Hero Discount'
  where a.id = ${accountId}`;

const headLines = `{account_number}  {name}  {account_type} {status}
at {address}
customer {customer_number}, {email_address}, {phone_number}, {language}
plan {plan_name}, bills by {bill_type} on day {cycle_day}

notifications {preference}, {pin}, `;

/** An account, and what its customers may change. */
export const accountLines =
  `${headLines}waiting e-mail {pending_email_address} since {requested_at} until {expires_at}, saved by {saved_by}|` +
  `${headLines}no waiting e-mail`;

/** The last changes of an account's data, with who made them. */
export const changes: Section = {
  title: 'Changes',
  query: ({ accountId }) => sql`
    select t.at, t.action, coalesce(l.email_address, t.actor) as actor, t.client_address
    from audit_entry t left join login l on t.actor = 'login:' || l.id
    where t.account_id = ${accountId}
      and (t.action like 'account-info.%' or t.action in ('paperless.changed', 'import.account-changed'))
    order by t.at desc, t.id desc limit ${shownRows}`,
  line: '{at}  {action}  {actor}  {client_address}',
};

/** What follows the balance. */
export const sections: readonly Section[] = [
  {
    title: 'Autopay enrollments',
    query: ({ accountId }) => sql`
      select e.enrolled_at, e.ended_at, ${method}, c.text_version, c.language, c.agreed_at
      from autopay_enrollment e
      join payment_method m on m.account_id = e.account_id and m.id = e.payment_method_id
      left join consent c on c.account_id = e.account_id and c.id = e.consent_id
      where e.account_id = ${accountId}
      order by e.enrolled_at desc, e.id desc`,
    line:
      'on {enrolled_at}  off {ended_at}|still on  {method}  ' +
      'agreed to version {text_version} {language} {agreed_at}|imported, without consent here',
  },
  {
    title: 'Autopay charges',
    query: ({ accountId }) => sql`
      select c.run_on, c.due_on, c.attempt, c.amount_cents, coalesce(p.state, 'not charged') as state,
        coalesce(c.refusal, p.failure_code) as failure, c.retry_on, p.id
      from autopay_charge c left join payment p on p.account_id = c.account_id and p.id = c.payment_id
      where c.account_id = ${accountId}
      order by c.run_on desc limit ${shownRows}`,
    line:
      '{run_on}  due {due_on}  attempt {attempt}  {amount_cents}  {state}  {failure}  ' +
      'next attempt {retry_on}  {id}',
  },
  {
    title: 'Planned payments',
    query: ({ accountId }) => sql`
      select planned_for, amount_cents, ${method}, occurred_at, id
      from payment where account_id = ${accountId} and state = 'PLANNED'
      order by planned_for, id`,
    line: '{planned_for}  {amount_cents}  {method}  planned {occurred_at}  {id}',
  },
  {
    title: 'Returned payments',
    query: ({ accountId }) => sql`
      select state_at, occurred_on, amount_cents, ${method}, failure_code, failure_text, id
      from payment where account_id = ${accountId} and state = 'RETURNED'
      order by state_at desc, id desc`,
    line: '{state_at}  paid {occurred_on}  {amount_cents}  {method}  {failure_code}  {failure_text}  {id}',
  },
  {
    title: 'Refunds',
    query: ({ accountId }) => sql`
      select requested_at, amount_cents, state, means, occurred_on, actor, reason, coalesce(failure_text, '') as failure_text,
        payment_id, id
      from refund where account_id = ${accountId}
      order by requested_at desc, id desc limit ${shownRows}`,
    line:
      '{requested_at}  {amount_cents}  {state} {means} on {occurred_on}|{state} {means}  by {actor}: {reason}  {failure_text}  ' +
      'of payment {payment_id}  {id}',
  },
  {
    title:
      'Hero Discount applied, since {hero_discount_since}; applications|' +
      'Hero Discount {hero_discount}; applications',
    query: ({ accountId }) => sql`
      select requested_at, email_address from hero_application where account_id = ${accountId}
      order by requested_at desc limit ${shownRows}`,
    line: '{requested_at}  {email_address}',
  },
  {
    title: 'Appointments',
    query: ({ accountId, now }) => sql`
      select v.starts_at, v.ends_at, v.kind, v.job_status, v.tech_first_name, x.starts_at as confirming_at, v.reported_at,
        v.external_id, (select count(*) from appointment_link l where l.account_id = ${accountId}
          and l.appointment_id = v.id and l.revoked_at is null and l.expires_at > ${now}) as live_links
      from appointment v left join appointment_change x
        on x.account_id = v.account_id and x.appointment_id = v.id and x.state = 'CONFIRMING'
      where v.account_id = ${accountId}
      order by v.starts_at desc limit ${shownRows}`,
    line:
      '{starts_at} to {ends_at}  {kind}  {job_status}  {tech_first_name}  confirming {confirming_at}  ' +
      '{live_links} live links  reported {reported_at}|imported  {external_id}',
  },
  {
    title: 'Logins',
    query: ({ accountId, now }) => sql`
      select l.email_address, la.role, (select count(*) from session s
        where s.login_id = l.id and s.ended_at is null and s.expires_at > ${now}) as open_sessions,
        case when l.security_hold_until > ${now} then l.security_hold_until end as hold_until,
        c.from_address, c.to_address, c.opens_at, c.expires_at, c.completed_at, c.stopped_at,
        case when c.expires_at <= ${now} then c.expires_at end as lapsed_at
      from login_account la join login l on l.id = la.login_id
      left join login_change c on c.login_id = l.id
      where la.account_id = ${accountId}
      order by la.role desc`,
    line:
      '{email_address}  {role}  {open_sessions} open sessions  changed from {from_address} {completed_at}|' +
      'change to {to_address} stopped {stopped_at}|change to {to_address} lapsed {lapsed_at}|' +
      'changes to {to_address} by a code from {opens_at} until {expires_at}  ' +
      'methods, e-mail, and PIN on hold until {hold_until}',
  },
  {
    title: 'Payments',
    query: ({ accountId }) => sql`
      select p.occurred_at, p.state, p.planned_for, p.amount_cents, nullif(p.refunded_cents, 0) as refunded_cents, ${method}, r.reference as payment_reference, p.id,
        coalesce(p.processor, 'no processor') as processor, coalesce(p.processor_reference, 'none') as order_number,
        coalesce(p.processor_transaction, 'none') as transaction, coalesce(p.manual_review_reason, p.failure_code) as reason
      from payment p join payment_reference r on r.account_id = p.account_id and r.payment_id = p.id
      where p.account_id = ${accountId}
      order by p.occurred_at desc, p.id desc limit ${shownRows}`,
    line:
      '{occurred_at}  {state}, planned for {planned_for}|{state}  {amount_cents}  refunded {refunded_cents}  {method}  {payment_reference}  {id}  ' +
      '{processor} reference {order_number}, transaction {transaction}  {reason}',
  },
  {
    title: 'Bills',
    query: ({ accountId }) => sql`
      select invoice_number, case when kind <> 'cycle' then kind end as other_kind, reason, issued_on,
        case when kind <> 'credit' then due_on end as due_on, amount_cents,
        case when open_cents > 0 then open_cents end as open_cents, coalesce(paid_on::text, '') as paid_on, reversed_on,
        (select s.invoice_number from invoice s where s.account_id = ${accountId} and s.id = invoice.replaced_by) as successor
      from invoice where account_id = ${accountId} and (voided_at is null or reversed_on is not null)
      order by issued_on desc, id desc limit ${shownRows}`,
    line:
      '{invoice_number}  {other_kind}: {reason}|{other_kind}  issued {issued_on}  due {due_on}  {amount_cents}  ' +
      'open {open_cents}|reversed {reversed_on}, replaced by {successor}|reversed {reversed_on}|paid {paid_on}',
  },
  {
    title: 'Ledger',
    query: ({ accountId }) => sql`
      select occurred_on, amount_cents, debit, credit, event_key
      from ledger_posting where account_id = ${accountId}
      order by occurred_on desc, id desc limit ${shownRows}`,
    line: '{occurred_on}  {amount_cents}  {debit} from {credit}  {event_key}',
  },
  {
    title: 'Saved methods',
    query: ({ accountId, today }) => sql`
      select ${method}, processor, nickname, expires_on, case when expires_on < ${today} then 'expired' else 'expires' end as expiry,
        case when not is_valid then 'unknown to its bank' end as validity, case when is_default then 'default' end as is_default,
        case when exists (select 1 from autopay_enrollment e where e.account_id = m.account_id and e.payment_method_id = m.id
          and e.ended_at is null) then 'autopay' end as use, valid_to, id
      from payment_method m where account_id = ${accountId}
      order by valid_to is not null, m.is_default desc, created_at desc`,
    line:
      '{method}  {processor}  {nickname}  {expiry} {expires_on}  {validity}  {is_default}  {use}  ' +
      'removed {valid_to}  {id}',
  },
  {
    title: 'Consents',
    query: ({ accountId }) => sql`
      select c.agreed_at, c.kind, c.text_version, c.language, l.email_address, c.client_address, c.id
      from consent c left join login l on l.id = c.login_id
      where c.account_id = ${accountId}
      order by c.agreed_at desc, c.id desc limit ${shownRows}`,
    line: '{agreed_at}  {kind}  version {text_version} {language}  {email_address}  {client_address}  {id}',
  },
  {
    title: 'Texts',
    query: ({ accountId }) => sql`
      select created_at, kind, recipient, state, sent_at, attempts, provider_id, last_error
      from text_message where account_id = ${accountId}
      order by created_at desc limit ${shownRows}`,
    line: '{created_at}  {kind}  {recipient}  {state}  sent {sent_at}|{attempts} attempts  {provider_id}  {last_error}',
  },
  {
    title: 'STOP replies',
    query: ({ accountId }) => sql`
      select phone_number, stopped_at, resumed_at from text_stop where account_id = ${accountId}
      order by stopped_at desc`,
    line: '{phone_number}  STOP {stopped_at}  START {resumed_at}|texts are off',
  },
  {
    title: 'Messages',
    query: ({ accountId }) => sql`
      select created_at, template, recipient, state, case when state <> 'SENT' then attempts end as attempts,
        coalesce(last_error, '') as last_error
      from outbox where account_id = ${accountId}
      order by created_at desc limit ${shownRows}`,
    line: '{created_at}  {template}  {recipient}  {state}  {attempts} attempts {last_error}',
  },
];
