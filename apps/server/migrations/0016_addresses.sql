-- Two logins whose addresses would become one stay as they are (docs/decisions/22-confirmations.md); `ops check` lists them.
do $$
declare
  -- What typedEmail of the contract drops, of the characters that PostgreSQL stores.
  unseen constant text := '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4'
    '\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd'
    '\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]';
begin
  with seen as (
    select id, normalize(regexp_replace(email_address, unseen, '', 'g'), nfc) as address from login where email_address ~ unseen)
  update login l set email_address = s.address from seen s where s.id = l.id
    and not exists (select from login o where o.email_address = s.address)
    and not exists (select from seen o where o.address = s.address and o.id <> s.id);
  update customer set email_address = normalize(regexp_replace(email_address, unseen, '', 'g'), nfc)
  where email_address ~ unseen;
end $$;

-- contract: 0.1.0 writes nothing that these refuse, by which only ASCII letters change case.
alter table login drop constraint login_email_address_check,
  add constraint login_email_address_check check (email_address = lower(email_address collate "C")) not valid;
alter table hero_application drop constraint hero_application_email_address_check,
  add constraint hero_application_email_address_check check (email_address = lower(email_address collate "C")) not valid;
