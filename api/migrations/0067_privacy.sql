-- Who was erased and when, by the number that only a copy of the database from before still holds. The same lines stand in a
-- list outside of the database, from which an erasure is repeated after a restore (decision 0156).
create table erasure (
  tenant_id bigint not null references tenant,
  person_id bigint not null,
  person_uuid uuid not null,
  erased_at timestamptz not null,
  -- When it was written into the list; null = it still has to be.
  listed_at timestamptz,
  primary key (tenant_id, person_id),
  unique (tenant_id, person_uuid),
  foreign key (tenant_id, person_id) references person (tenant_id, id)
);
select protect('erasure');
create index erasure_unlisted on erasure (tenant_id, erased_at) where listed_at is null;

-- Reasons written for a list name nobody's row, so their time ends by itself.
create index export_worded on export_job (tenant_id, created_at) where reason is not null;

-- Words of people who were erased before this migration, which an erasure left then.
update status_history h set reason = null from subscription s join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
  where h.tenant_id = s.tenant_id and h.subscription_id = s.id and p.anonymised_at is not null and h.reason is not null;
update cancellation c set decision_reason = null from subscription s join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
  where c.tenant_id = s.tenant_id and c.subscription_id = s.id and p.anonymised_at is not null and c.decision_reason is not null;
update interview i set place = null from subscription s join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
  where i.tenant_id = s.tenant_id and i.subscription_id = s.id and p.anonymised_at is not null and i.place is not null;
update privacy_request r set answer = null from person p
  where p.tenant_id = r.tenant_id and p.id = r.person_id and p.anonymised_at is not null and r.answer is not null;
update approval a set decision_reason = null, failure = null from person p
  where p.tenant_id = a.tenant_id and p.id = a.person_id and p.anonymised_at is not null;

-- The history of an application is only added to, but what somebody wrote about a move can be taken out of it: this column may
-- be emptied and never be written anew.
create policy reason_erased on status_history for update
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint and reason is null);
grant update (reason) on status_history to orbita_app;
