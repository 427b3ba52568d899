-- Events lie in parts by month, by when they happened in UTC: what is over goes with its month, without a statement for each row. The
-- table of before becomes the first part as it is: its check says what it holds, so no row is read. Whoever names outbox_event, the
-- release before as well, gets the whole.
alter table outbox_event rename to outbox_event_first;
alter table outbox_event_first drop constraint outbox_event_pkey;
alter table outbox_event_first add constraint outbox_event_first_pkey primary key using index outbox_event_in_month;
alter index outbox_event_by_person rename to outbox_event_first_by_person;
alter index outbox_event_by_subscription rename to outbox_event_first_by_subscription;

create table outbox_event (
  tenant_id bigint not null constraint outbox_event_tenant_id_fkey references tenant,
  id bigint not null,
  public_id uuid not null default gen_random_uuid(),
  stream text not null constraint outbox_event_stream_check check (stream in ('business', 'financial')),
  type text not null,
  subscription_id bigint not null,
  person_id bigint not null,
  version int not null,
  data jsonb not null,
  occurred_at timestamptz not null,
  primary key (tenant_id, id, occurred_at)
) partition by range (occurred_at);
create index outbox_event_by_person on outbox_event (tenant_id, person_id, id);
create index outbox_event_by_subscription on outbox_event (tenant_id, subscription_id, id);

-- PostgreSQL 15 and 16 give no identity to a table in parts, so that its numbers come from a sequence of the same name.
do $$
declare
  used bigint;
begin
  select case when is_called then last_value else last_value - 1 end into used from outbox_event_id_seq;
  alter table outbox_event_first alter column id drop identity;
  create sequence outbox_event_id_seq owned by outbox_event.id;
  if used > 0 then
    perform setval('outbox_event_id_seq', used);
  end if;
end $$;
alter table outbox_event alter column id set default nextval('outbox_event_id_seq');

-- A table in parts takes no settings of its own: `protect` gives them to what holds rows.
create or replace function protect(target regclass, append_only boolean default false) returns void language plpgsql as $$
declare
  mine constant text := 'tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint';
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant_read on %s for select using (%s)', target, mine);
  execute format('create policy tenant_insert on %s for insert with check (%s)', target, mine);
  execute format('grant select, insert on %s to orbita_app', target);
  if not append_only then
    execute format('create policy tenant_update on %s for update using (%s) with check (%s)', target, mine, mine);
    execute format('create policy tenant_delete on %s for delete using (%s)', target, mine);
    execute format('grant update, delete on %s to orbita_app', target);
  end if;
  -- Early, however large the table: decision 0042.
  if (select relkind from pg_class where oid = target) = 'r' then
    execute format('alter table %s set (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 1000)',
      target);
  end if;
end $$;
select protect('outbox_event');
-- The application asks the whole alone.
revoke all on outbox_event_first from orbita_app;

do $$
declare
  bound text := (select substring(pg_get_constraintdef(oid) from $re$'([^']+)'::timestamp$re$) from pg_constraint
    where conrelid = 'outbox_event_first'::regclass and conname = 'outbox_event_before');
begin
  execute format('alter table outbox_event attach partition outbox_event_first for values from (minvalue) to (%L)', bound);
end $$;
alter table outbox_event_first drop constraint outbox_event_before;

-- Takes what no month is there for, so that nothing is refused.
create table outbox_event_default partition of outbox_event default;
select protect('outbox_event_default');
revoke all on outbox_event_default from orbita_app;
