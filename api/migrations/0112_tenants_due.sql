-- Which tenants a job has something to do for, found by one statement of a client. Row security shows a statement the rows of
-- one tenant, so that the functions made here step from tenant to tenant inside the server: each sees of a tenant what that
-- tenant's own statement would see, and nothing but numbers of tenants leaves it. The setting is bound to the function, so that
-- PostgreSQL itself puts back what stood before, also after an error. A whole table is never read: `exists` would be planned for
-- a hit among the first rows, and for most tenants there is none.

/*
 * Makes, or makes anew, the function `tenants_due_<job>`. `due` is an expression of `of_tenant`, `at_clock` (the product's time)
 * and `at_wall` (the machine's): true for every tenant the job has something to do for. It may be true for others as well, which
 * costs a look; a tenant it is wrongly false for is never worked for. Each part begins an index with the tenant.
 */
create function make_tenants_due(job text, due text) returns void language plpgsql as $make$
begin
  execute format($body$
    create or replace function %I(at_clock timestamptz, at_wall timestamptz) returns setof bigint
    language plpgsql set app.tenant_id = '' set enable_seqscan = off as $walk$
    declare of_tenant bigint;
    begin
      for of_tenant in select id from tenant order by id loop
        perform set_config('app.tenant_id', of_tenant::text, true);
        if %s then return next of_tenant; end if;
      end loop;
    end $walk$
  $body$, 'tenants_due_' || replace(job, '-', '_'), due);
end $make$;
revoke execute on function make_tenants_due(text, text) from public;

select make_tenants_due('outbox', $$
  exists (select from notification n where n.tenant_id = of_tenant and n.state in ('pending', 'sending')
    and ((n.state = 'pending' and (n.next_attempt_at <= at_clock or n.retry_at <= at_wall))
      or (n.state = 'sending' and n.retry_at <= at_wall)))
$$);

select make_tenants_due('webhooks', $$
  exists (select from webhook_endpoint e join webhook_delivery w on w.tenant_id = e.tenant_id and w.endpoint_id = e.id
    where e.tenant_id = of_tenant and e.state = 'active' and w.state in ('pending', 'sending')
      and ((w.state = 'pending' and (w.next_attempt_at <= at_clock or w.retry_at <= at_wall))
        or (w.state = 'sending' and w.retry_at <= at_wall)))
$$);

select make_tenants_due('payment-take-over', $$
  exists (select from provider_notice n where n.tenant_id = of_tenant and n.handled_at is null
    and n.next_attempt_at <= at_wall)
  or exists (select from payment y where y.tenant_id = of_tenant and y.state in ('created', 'processing')
    and y.txid is not null and (y.checks = 0 or (y.method = 'credit-card' and y.checks < 4)) and y.next_check_at <= at_wall)
$$);

select make_tenants_due('reminder-batches', $$
  exists (select from reminder_batch b where b.tenant_id = of_tenant and b.state = 'running')
$$);

select make_tenants_due('scan', $$
  exists (select from document_file f where f.tenant_id = of_tenant and f.scan = 'pending' and f.removed_at is null
    and f.next_scan_at <= at_clock)
$$);

select make_tenants_due('contract-copy', $$
  exists (select from contract_acceptance a where a.tenant_id = of_tenant and a.copy_due_at <= at_wall)
$$);

select make_tenants_due('essay-timeout', $$
  exists (select from essay e where e.tenant_id = of_tenant and e.state = 'in-progress' and e.deadline <= at_clock)
$$);

select make_tenants_due('deadline-extension', $$
  exists (select from deadline_extension x where x.tenant_id = of_tenant and x.finished_at is null)
$$);

select make_tenants_due('class-hold', $$
  exists (select from class_hold h join subscription s on s.tenant_id = h.tenant_id and s.id = h.subscription_id
    where h.tenant_id = of_tenant and h.state = 'held' and h.expires_at <= at_clock + interval '5 minutes' and s.status = 6)
$$);

select make_tenants_due('class-wait', $$
  exists (select from subscription s where s.tenant_id = of_tenant and s.status = 21
    and s.awaits_class = exists (select from academic_class f where f.tenant_id = s.tenant_id and f.offer_id = s.offer_id
      and f.pole_id = s.pole_id and f.retired_at is null and f.taken < f.slots))
$$);

-- Open charges, ended ones that may still turn out to be paid, those to be removed at the provider, notices and refunds.
select make_tenants_due('reconciliation', $$
  exists (select from payment y where y.tenant_id = of_tenant and y.state in ('created', 'processing', 'pending')
    and y.txid is not null and (y.next_check_at is null or y.next_check_at <= at_wall))
  or exists (select from payment y where y.tenant_id = of_tenant and y.remove_at_provider
    and y.txid is not null and (y.next_check_at is null or y.next_check_at <= at_wall))
  or exists (select from payment y where y.tenant_id = of_tenant and y.state in ('expired', 'cancelled', 'error')
    and y.updated_at > at_clock - interval '10 days' and y.txid is not null
    and (y.next_check_at is null or y.next_check_at <= at_wall))
  or exists (select from provider_notice n where n.tenant_id = of_tenant and n.handled_at is null
    and n.next_attempt_at <= at_wall)
  or exists (select from refund r where r.tenant_id = of_tenant and r.state in ('requested', 'processing')
    and r.return_id is not null and r.next_check_at <= at_wall)
$$);

select make_tenants_due('charge-expiry', $$
  exists (select from payment y where y.tenant_id = of_tenant and y.state in ('created', 'processing', 'pending')
    and y.method in ('pix', 'automatic-pix', 'slip') and y.expires_at <= at_clock)
$$);

select make_tenants_due('export', $$
  exists (select from export_job j where j.tenant_id = of_tenant
    and j.state in ('waiting', 'running') and (j.state = 'waiting' or j.lease_until <= at_wall))
$$);

select make_tenants_due('privacy-export', $$
  exists (select from privacy_request r where r.tenant_id = of_tenant and r.state in ('received', 'in-review')
    and r.kind = 'export')
$$);

select make_tenants_due('waits', $$
  exists (select from subscription s where s.tenant_id = of_tenant and s.waits_for = 'date' and s.waits_until <= at_clock)
$$);

select make_tenants_due('approval-expiry', $$
  exists (select from approval a where a.tenant_id = of_tenant and a.state = 'waiting' and a.expires_at <= at_clock)
  or exists (select from approval a where a.tenant_id = of_tenant and a.state = 'waiting' and a.alone_at <= at_clock)
$$);

-- A report that is due, an older one to be ended, or an institution that ever charged by a way of which the books of the last
-- night were not asked for. The night ends at three o'clock of the tenant.
select make_tenants_due('comparison', $$
  exists (select from reconciliation r where r.tenant_id = of_tenant and r.next_attempt_at <= at_wall)
  or exists (select from tenant t
    cross join lateral (select (at_clock at time zone t.time_zone - interval '3 hours')::date - 1 as day) night
    where t.id = of_tenant and (
      exists (select from reconciliation r where r.tenant_id = of_tenant and r.next_attempt_at is not null and r.nightly
        and r.state = 'failed' and r.until_day < night.day)
      or exists (select from institution i
        cross join (values ('pix', array['pix']), ('automatic-pix', array['pix']), ('slip', array['inter']),
          ('credit-card', array['cielo', 'pagarme'])) way (method, providers)
        where i.tenant_id = of_tenant
          -- The limit keeps the planner from reading all charges into a join.
          and (select true from payment y where y.tenant_id = of_tenant and y.institution_id = i.id
            and y.method = way.method and y.txid is not null limit 1)
          and not exists (select from reconciliation r where r.tenant_id = of_tenant and r.institution_id = i.id
            and r.nightly and r.until_day = night.day and r.provider = any(way.providers)))))
$$);

select make_tenants_due('erasure-list', $$
  exists (select from erasure e where e.tenant_id = of_tenant and e.listed_at is null)
$$);

select make_tenants_due('essay-delay', $$
  exists (select from essay e join subscription s on s.tenant_id = e.tenant_id and s.id = e.subscription_id
    where e.tenant_id = of_tenant and e.state = 'finished' and e.delay_notified_at is null
      and e.completed_date <= at_clock - interval '24 hours' and s.status = 1)
$$);

select make_tenants_due('exam-score', $$
  exists (select from exam_score x where x.tenant_id = of_tenant and x.state = 'analysing' and x.next_check_at <= at_clock)
$$);

select make_tenants_due('held-contacts', $$
  exists (select from person_correction c where c.tenant_id = of_tenant and c.held_until <= at_clock
    and c.released_at is null and c.effective_at is null and not c.until_released)
$$);

select make_tenants_due('notice-address', $$
  exists (select from notice_secret s where s.tenant_id = of_tenant and s.to_register)
$$);

-- Days end somewhere on Earth up to fourteen hours before they end in UTC.
select make_tenants_due('payment-deadline', $$
  exists (select from subscription s where s.tenant_id = of_tenant and s.status in (6, 17, 21)
    and s.payment_deadline <= at_clock)
  or exists (select from intake i join subscription s on s.tenant_id = i.tenant_id and s.intake_id = i.id
    where i.tenant_id = of_tenant and i.end_date <= (at_clock at time zone 'UTC')::date and s.status in (6, 17, 21)
      and greatest(i.end_date, s.extended_end) <= (at_clock at time zone 'UTC')::date)
$$);

select make_tenants_due('intake-expiry', $$
  exists (select from intake i join subscription s on s.tenant_id = i.tenant_id and s.intake_id = i.id
    where i.tenant_id = of_tenant and i.end_date <= (at_clock at time zone 'UTC')::date
      and s.status in (1, 2, 3, 10, 14, 16, 18)
      and greatest(i.end_date, s.extended_end) <= (at_clock at time zone 'UTC')::date)
$$);

select make_tenants_due('recurrence', $$
  exists (select from recurrence r where r.tenant_id = of_tenant and (r.state in ('created', 'approved') or r.cancel_at_provider)
    and r.method = 'automatic-pix' and (r.next_check_at is null or r.next_check_at <= at_wall))
  or exists (select from recurrence_cycle c where c.tenant_id = of_tenant
    and (c.state in ('asked', 'scheduled') or c.cancel_at_provider) and c.txid is not null
    and (c.next_check_at is null or c.next_check_at <= at_wall))
  or exists (select from recurrence_cycle c
    join recurrence r on r.tenant_id = c.tenant_id and r.id = c.recurrence_id
    where c.tenant_id = of_tenant and c.state = 'planned' and c.due_day <= (at_clock at time zone 'UTC')::date + 11
      and r.state = 'approved' and r.method = 'automatic-pix')
  or exists (select from recurrence_cycle c
    join recurrence r on r.tenant_id = c.tenant_id and r.id = c.recurrence_id
    where c.tenant_id = of_tenant and c.txid is null and c.state in ('planned', 'asked')
      and c.due_day <= (at_clock at time zone 'UTC')::date + 1 and (c.next_check_at is null or c.next_check_at <= at_wall)
      and r.state = 'approved' and r.method = 'credit-card')
$$);

-- From midnight of a weekday of the tenant, until its people are settled for that day.
select make_tenants_due('staff-digest', $$
  exists (select from tenant t
    cross join lateral (select (at_clock at time zone t.time_zone)::date as day) today
    join staff s on s.tenant_id = t.id and s.state = 'active' and s.digest_on < today.day
    where t.id = of_tenant and extract(isodow from today.day) < 6)
$$);

select make_tenants_due('staff-recheck', $$
  exists (select from staff_session k where k.tenant_id = of_tenant and k.recheck_at <= at_clock and k.revoked_at is null
    and k.ends_at > at_clock)
$$);

select make_tenants_due('export-sweep', $$
  exists (select from export_job j where j.tenant_id = of_tenant and j.state = 'ready' and j.expires_at <= at_clock)
$$);

select make_tenants_due('contract-seal', $$
  exists (select from contract_acceptance a where a.tenant_id = of_tenant and a.pdf_key is not null and not a.pdf_sealed)
$$);

select make_tenants_due('document-sweep', $$
  exists (select from document_file f where f.tenant_id = of_tenant and f.storage_key <> ''
    and (f.removed_at is not null or f.scan in ('infected', 'too-big')))
$$);

-- Tests of the next day, withdrawn ones with somebody in them, and deadlines of the next days.
select make_tenants_due('reminders', $$
  exists (select from schedule_slot x
    join test_booking b on b.tenant_id = x.tenant_id and b.schedule_slot_id = x.id and b.state = 'booked'
    where x.tenant_id = of_tenant and x.at > at_clock - interval '1 minute' and x.at <= at_clock + interval '24 hours')
  or exists (select from schedule_slot x
    join test_booking b on b.tenant_id = x.tenant_id and b.schedule_slot_id = x.id and b.state = 'booked'
    join subscription s on s.tenant_id = b.tenant_id and s.id = b.subscription_id and s.status = 2
    where x.tenant_id = of_tenant and x.cancelled_at is not null)
  or exists (select from subscription s where s.tenant_id = of_tenant and s.status in (6, 17, 21)
    and s.payment_deadline > at_clock - interval '1 minute' and s.payment_deadline < at_clock + interval '4 days')
  or exists (select from intake i join subscription s on s.tenant_id = i.tenant_id and s.intake_id = i.id
    where i.tenant_id = of_tenant and i.end_date <= (at_clock at time zone 'UTC')::date + 3 and s.status in (6, 17, 21)
      and greatest(i.end_date, s.extended_end) <= (at_clock at time zone 'UTC')::date + 3)
$$);

select make_tenants_due('upload-sweep', $$
  exists (select from unfinished_upload u where u.tenant_id = of_tenant and u.touched_at <= at_clock - interval '24 hours')
$$);

select make_tenants_due('essay-draft-clean-up', $$
  exists (select from essay_mark_draft d where d.tenant_id = of_tenant and d.saved_at <= at_clock - interval '30 days')
$$);

-- Nobody is kept for less than a month.
select make_tenants_due('anonymisation', $$
  exists (select from person p where p.tenant_id = of_tenant and p.anonymised_at is null
    and p.created_at <= at_clock - interval '27 days')
$$);

select make_tenants_due('expired-copies', $$
  exists (select from privacy_request r where r.tenant_id = of_tenant and r.file_key is not null
    and r.link_expires_at <= at_clock)
$$);

select make_tenants_due('academic-readings', $$
  exists (select from academic_catalogue a where a.tenant_id = of_tenant and a.succeeded_at is not null)
$$);

-- What is measured and shown of the queues.
select make_tenants_due('queues', $$
  exists (select from notification n where n.tenant_id = of_tenant and n.state in ('pending', 'sending')
    and n.next_attempt_at <= at_clock)
  or exists (select from webhook_endpoint e join webhook_delivery w on w.tenant_id = e.tenant_id and w.endpoint_id = e.id
    where e.tenant_id = of_tenant and e.state = 'active' and e.failing_since is null and w.state in ('pending', 'sending')
      and w.next_attempt_at <= at_clock)
  or exists (select from provider_notice n where n.tenant_id = of_tenant and n.handled_at is null)
  or exists (select from document_file f where f.tenant_id = of_tenant and f.scan = 'pending' and f.removed_at is null)
  or exists (select from contract_acceptance a where a.tenant_id = of_tenant and a.copy_due_at is not null)
$$);
