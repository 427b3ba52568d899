-- The prices as they stood when a contract was accepted: a later change of the catalogue is not what somebody agreed to pay.
alter table contract_acceptance add column prices jsonb;
