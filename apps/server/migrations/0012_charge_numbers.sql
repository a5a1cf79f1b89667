-- One sequence of numbers for every charge of an account, so that the first charge after any loss meets the lost one at its
-- processor (docs/decisions/13-after-a-restore.md).

-- Null until its charge begins, and again once it is certain that no call with it left.
alter table payment add column charge_number integer check (charge_number > 0);

-- The order number of a charge: 16 digits without a leading 0. Without a key: keys change.
create function charge_reference(account uuid, number integer) returns text language sql immutable strict parallel safe as $$
  select (1000000000000000
    + ('x00' || substr(encode(sha256(uuid_send(account) || int4send(number)), 'hex'), 1, 14))::bit(64)::bigint % 9000000000000000)::text
$$;

-- Draws the next number when a payment becomes SUBMITTING. Its account is locked. A reference that another charge has, or that
-- `charge_number` says to pass over, is left out.
create function draw_charge_number() returns trigger language plpgsql as $$
begin
  select greatest(max(charge_number), new.charge_number, 0) into new.charge_number
  from payment where account_id = new.account_id;
  loop
    new.charge_number := new.charge_number + 1;
    new.processor_reference := charge_reference(new.account_id, new.charge_number);
    exit when not exists (select from payment where processor_reference = new.processor_reference);
  end loop;
  return new;
end $$;
create trigger payment_gets_charge_number before insert or update on payment for each row
  when (new.state = 'SUBMITTING' and new.processor_reference is null)
  execute function draw_charge_number();

-- A number can change until the result of its charge is known.
create or replace trigger payment_is_fixed before update on payment for each row
  when (old.account_id is distinct from new.account_id
    or (old.processor_reference is not null and old.processor_reference is distinct from new.processor_reference
      and old.state not in ('SUBMITTING', 'UNKNOWN')))
  execute function refuse_changed_payment();

-- A charge of TranSafe that nobody here knows begins a pause, too. The check only grows, so no release minds:
-- contract: 0.1.0
alter table heartbeat drop constraint heartbeat_paused_for_check,
  add constraint heartbeat_paused_for_check check (paused_for in ('restored', 'promoted', 'stopped', 'unknown-charge'));
create or replace function charging_pause() returns text language sql stable as $$
  select case
    when h.paused_for = 'restored' or h.system_identifier <> c.system_identifier::text then 'restored'
    when h.paused_for = 'promoted' or h.timeline <> current_timeline() then 'promoted'
    when h.paused_for = 'unknown-charge' then 'unknown-charge'
    when h.paused_for = 'stopped' or h.beat_at < now() - interval '10 minutes' then 'stopped'
  end
  from heartbeat h, pg_control_system() c
$$;
-- When the last pause ended: what was charged before is known here, or an operator accepted that it is not.
alter table heartbeat add column resumed_at timestamptz;
