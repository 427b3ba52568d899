-- The PDF of an acceptance is made after its commit by the job `contract-copy`; the time is the machine's own.
alter table contract_acceptance
  add column copy_due_at timestamptz,
  add column copy_attempts int not null default 0,
  -- Stands on the PDF and opens the public page of verification; random, so that nobody finds it by trying.
  add column verification_code text;
grant update (copy_due_at, copy_attempts) on contract_acceptance to orbita_app;
create index contract_acceptance_copy_due on contract_acceptance (tenant_id, copy_due_at)
  where copy_due_at is not null;
create unique index contract_acceptance_by_code on contract_acceptance (tenant_id, verification_code)
  where verification_code is not null;
