-- Once: looks up the numbers of the rows that were there before 0017, names the accounts of what imports remember, and the customers
-- of the accounts that were there before 0024.
do $$
declare
  last uuid := '00000000-0000-0000-0000-000000000000';
  batch uuid[];
begin
  if obj_description('account_lookup'::regclass) like 'filled with customers%' then return; end if;
  loop
    batch := array(select id from account where id > last order by id limit 500);
    exit when cardinality(batch) = 0;
    insert into account_lookup
      select kind, key, account_id, expires_at from numbered_row where account_id = any (batch)
    on conflict do nothing;
    update account_lookup l set customer_id = a.customer_id from account a
    where a.id = any (batch) and l.kind = 'account' and l.key = a.account_number and l.account_id = a.id
      and l.customer_id is null;
    update import_record r set account_id = n.account_id
    from (
      select kind, key, account_id from numbered_row where account_id = any (batch)
      union all
      select 'payment', id::text, account_id from payment where account_id = any (batch) and external_id is null
    ) n
    where r.record_type = n.kind and r.record_key = n.key and r.account_id = '00000000-0000-0000-0000-000000000000';
    last := batch[cardinality(batch)];
    commit;
  end loop;
  comment on table account_lookup is 'filled with customers';
end $$;
