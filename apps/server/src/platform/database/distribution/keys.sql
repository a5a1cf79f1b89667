-- Before accounts are placed: what is unique everywhere becomes unique in an account. It begins as before, as it is looked up by that.
alter table account drop constraint account_account_number_key, add constraint account_account_number_key unique (account_number, id);
alter table appointment drop constraint appointment_external_id_key, add constraint appointment_external_id_key unique (external_id, account_id);
drop index appointment_link_by_token;
create unique index appointment_link_by_token on appointment_link (token_hash, account_id);
alter table import_record drop constraint import_record_pkey, add constraint import_record_pkey primary key (record_type, record_key, account_id);
alter table invoice drop constraint invoice_invoice_number_key, add constraint invoice_invoice_number_key unique (invoice_number, account_id);
alter table payment drop constraint payment_external_id_key, add constraint payment_external_id_key unique (external_id, account_id);
alter table payment drop constraint payment_processor_reference_key, add constraint payment_processor_reference_key unique (processor_reference, account_id);
alter table payment_method drop constraint payment_method_external_id_key, add constraint payment_method_external_id_key unique (external_id, account_id);

-- Those are for the release before. They write elsewhere.
drop trigger account_adds_lookup on account;
drop trigger appointment_adds_lookup on appointment;
drop trigger link_adds_lookup on appointment_link;
drop trigger notice_adds_lookup on charge_notice;
drop trigger import_record_names_account on import_record;
