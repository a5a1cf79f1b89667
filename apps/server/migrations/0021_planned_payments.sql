-- Payments dated ahead. A charge that was certainly not sent goes back to its plan and is tried again on its day.
insert into payment_transition values ('SUBMITTING', 'PLANNED');

-- The job reads what is to be charged by its day.
create index payment_planned on payment (planned_for, account_id, id) where state = 'PLANNED';
