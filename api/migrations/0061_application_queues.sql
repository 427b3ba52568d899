-- Applications as items of queues (spec-console 25.4.1): each of these times is kept by what makes an application wait.
alter table subscription
  -- Since when it is enrolled, the last time it became so; its student number is waited for since then.
  add column enrolled_at timestamptz,
  -- Since when everything is there by which its disciplines are analysed, and by when that should be done.
  add column analysis_since timestamptz,
  add column analysis_due_at timestamptz,
  add check ((analysis_since is null) = (analysis_due_at is null));

-- What waits in a status ends with it, whoever moves the application.
create function application_waits() returns trigger language plpgsql as $$
begin
  if new.status <> 7 then
    new.enrolled_at := null;
  elsif tg_op = 'INSERT' or old.status <> 7 then
    new.enrolled_at := new.updated_at;
  end if;
  if new.status <> 10 then
    new.analysis_since := null;
    new.analysis_due_at := null;
  end if;
  return new;
end $$;
create trigger waits before insert or update of status on subscription for each row execute function application_waits();

update subscription s set enrolled_at = coalesce((
  select max(h.at) from status_history h
  where h.tenant_id = s.tenant_id and h.subscription_id = s.id and h.to_status = 7), s.updated_at)
where s.status = 7;

-- What waits for an analysis already, by the rule of `api/subscription/analysis-wait.ts` and since the last change of a document.
with setting as (
  select s.tenant_id, s.id, pa.internal_value as name, pa.value #>> '{}' as value, row_number() over (
      partition by s.tenant_id, s.id, pa.internal_value
      order by array_position(array['offer', 'institution', 'host', 'tenant'], pa.level)) as place
  from subscription s
  join parameter pa on pa.tenant_id = s.tenant_id
    and pa.internal_value in ('DisciplineDocumentCheckEnabled', 'ReviewTargetHours')
    and (pa.level = 'tenant' and pa.owner_id = 0 or pa.level = 'host' and pa.owner_id = s.host_id
      or pa.level = 'institution' and pa.owner_id = s.institution_id or pa.level = 'offer' and pa.owner_id = s.offer_id)
  where s.status = 10),
ready as (
  select d.tenant_id, d.subscription_id, max(d.updated_at) as since
  from subscription s
  join required_document d on d.tenant_id = s.tenant_id and d.subscription_id = s.id and d.stage = 'selection'
  where s.status = 10
  group by d.tenant_id, d.subscription_id
  having bool_and(not d.required or d.state in ('approved', 'waived') or d.state = 'sent' and d.readable))
update subscription s set analysis_since = r.since,
  analysis_due_at = r.since + interval '1 hour' * coalesce((
    select g.value::int from setting g
    where g.tenant_id = s.tenant_id and g.id = s.id and g.name = 'ReviewTargetHours' and g.place = 1), 48)
from ready r, offer o, ingress_mode im
where r.tenant_id = s.tenant_id and r.subscription_id = s.id
  and o.tenant_id = s.tenant_id and o.id = s.offer_id
  and im.tenant_id = o.tenant_id and im.id = o.ingress_mode_id and im.use_disciplines
  and exists (select from setting g where g.tenant_id = s.tenant_id and g.id = s.id
    and g.name = 'DisciplineDocumentCheckEnabled' and g.place = 1 and g.value = 'true')
  and not exists (select from discipline_analysis a where a.tenant_id = s.tenant_id and a.subscription_id = s.id);

create index subscription_without_number on subscription (tenant_id, institution_id, enrolled_at, id)
  where status = 7 and student_lyceum_id is null;
create index subscription_to_analyse on subscription (tenant_id, institution_id, analysis_due_at, id)
  include (analysis_since) where analysis_due_at is not null;
