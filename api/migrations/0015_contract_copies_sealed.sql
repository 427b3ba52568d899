-- Copies of contracts lie sealed in the storage; those from before are sealed by a job, which sets the mark then.
alter table contract_acceptance add column pdf_sealed boolean not null default false;
grant update (pdf_sealed) on contract_acceptance to orbita_app;
create index contract_acceptance_to_seal on contract_acceptance (tenant_id, id)
  where pdf_key is not null and not pdf_sealed;
