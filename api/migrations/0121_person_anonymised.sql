-- Each statement by itself.
-- Who was erased lately, whose last messages `retention` deletes.
create index concurrently if not exists person_anonymised on person (tenant_id, anonymised_at) where anonymised_at is not null;
