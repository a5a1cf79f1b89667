-- Whose an account is, beside its number: what a customer's accounts share is found wherever their rows are
-- (docs/decisions/32-scale.md).
alter table account_lookup add column customer_id uuid,
  add constraint account_lookup_customer check (kind = 'account' or customer_id is null) not valid;

-- For servers and imports of the release before, which name no customer; a later release drops trigger and function, if they exist.
create function add_customer_of_account() returns trigger language plpgsql as $$
begin
  delete from account_lookup where kind = 'account' and key = new.account_number and account_id = new.id
    and customer_id is distinct from new.customer_id;
  insert into account_lookup (kind, key, account_id, customer_id)
  values ('account', new.account_number, new.id, new.customer_id) on conflict do nothing;
  return null;
end $$;
create trigger account_adds_lookup after insert or update of customer_id on account for each row
  execute function add_customer_of_account();
