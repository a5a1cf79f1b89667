-- Credits, debit adjustments, manual bills, and bills that billing reversed (docs/decisions/07-balance.md). Servers of the
-- release before go on inserting cycle bills.
alter table invoice
  add column kind text not null default 'cycle' check (kind in ('cycle', 'manual', 'credit', 'debit')),
  -- Of a credit or debit adjustment, in the customer's words. It has no period: both of its days are its issue date.
  add column reason text,
  -- A reversed bill is void, too. Its page, its PDF, and the way to its successor stay.
  add column reversed_on date,
  add column replaced_by uuid,
  add constraint invoice_kind_fits_sign check (
    case kind when 'credit' then amount_cents < 0 when 'debit' then amount_cents > 0 else true end),
  add constraint invoice_reason_of_adjustment check ((kind in ('credit', 'debit')) = (reason is not null)),
  add constraint invoice_reversed_is_void check (reversed_on is null or voided_at is not null),
  add constraint invoice_replaced_is_reversed check (replaced_by is null or (reversed_on is not null and replaced_by <> id)),
  add constraint invoice_successor foreign key (account_id, replaced_by) references invoice;

-- Manual bills and adjustments lie beside the cycle's: one_live_cycle_bill_per_period, in indexes, takes its place.
drop index one_live_invoice_per_period;

-- contract: 0.1.0 writes nothing that these refuse.
alter table account drop constraint account_cycle_day_check,
  add constraint account_cycle_day_check check (cycle_day between 1 and 31) not valid;
