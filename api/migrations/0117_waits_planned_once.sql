-- The same answers as before (0096), in a language whose statements are planned once for a connection: as SQL each of these was
-- planned anew at every change of a document, an essay or a payment, which took many times as long as it runs.
create or replace function documents_sent(tenant bigint, application bigint, which text) returns boolean
language plpgsql stable as $$
begin
  return (select coalesce(bool_and(d.covered_by is not null or d.state not in ('pending', 'rejected')), false)
    from required_document d
    where d.tenant_id = tenant and d.subscription_id = application and d.stage = which and d.required);
end $$;

create or replace function wait_of(s subscription) returns text language plpgsql stable as $$
begin
  return application_wait(s.status, s.accommodation_asked_at is not null,
    s.status = 1 and (select e.state from essay e where e.tenant_id = s.tenant_id and e.subscription_id = s.id
      order by e.attempt desc limit 1) is not distinct from 'finished',
    s.status in (1, 10) and exists (select from exam_score x where x.tenant_id = s.tenant_id and x.subscription_id = s.id
      and x.set_aside_at is null and x.state = 'analysing'),
    s.analysis_due_at is not null,
    s.status = 10 and documents_sent(s.tenant_id, s.id, 'selection'),
    s.status = 5 and documents_sent(s.tenant_id, s.id, 'enrollment'),
    s.status in (6, 17) and (select y.state in ('created', 'processing') from payment y
      where y.tenant_id = s.tenant_id and y.subscription_id = s.id order by y.id desc limit 1) is true,
    s.awaits_class,
    s.status = 18 and exists (select from interview i where i.tenant_id = s.tenant_id and i.subscription_id = s.id
      and i.state = 'requested'),
    s.status = 18 and exists (select from interview i where i.tenant_id = s.tenant_id and i.subscription_id = s.id
      and i.state = 'scheduled'),
    s.student_lyceum_id is null, s.papers_stuck_at is not null);
end $$;
