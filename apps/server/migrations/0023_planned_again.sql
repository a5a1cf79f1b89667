-- A planned payment or a charge of autopay whose server was killed before it charged goes back to its plan and is tried
-- again on its day, once the processor has said that it has no such charge.
insert into payment_transition values ('UNKNOWN', 'PLANNED');
