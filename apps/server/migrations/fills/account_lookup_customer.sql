-- Once: names the customers of the accounts that were there before 0024. A lookup that leads to no account is passed over.
do $$
declare
  last text := '';
  batch text[];
begin
  if obj_description('account_lookup'::regclass) like 'filled with customers%' then return; end if;
  loop
    batch := array(select key from account_lookup
      where kind = 'account' and customer_id is null and key > last order by key limit 500);
    exit when cardinality(batch) = 0;
    update account_lookup l set customer_id = a.customer_id from account a
    where l.kind = 'account' and l.key = any (batch) and a.id = l.account_id;
    last := batch[cardinality(batch)];
    commit;
  end loop;
  comment on table account_lookup is 'filled with customers';
end $$;
