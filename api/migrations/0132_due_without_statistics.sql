-- These joins begin with the few rows that ended or wait, also while a table has no statistics (a new or just upgraded server): the
-- planner takes no other side first across an `offset`.
select make_tenants_due('essay-delay', $$
  exists (select from (
      select e.subscription_id from essay e
      where e.tenant_id = of_tenant and e.state = 'finished' and e.delay_notified_at is null
        and e.completed_date <= at_clock - interval '24 hours' offset 0) late
    join subscription s on s.tenant_id = of_tenant and s.id = late.subscription_id and s.status = 1)
$$);

select make_tenants_due('payment-deadline', $$
  exists (select from subscription s where s.tenant_id = of_tenant and s.status in (6, 17, 21)
    and s.payment_deadline <= at_clock)
  or exists (select from intake i
    cross join lateral (select from subscription s
      where s.tenant_id = of_tenant and s.intake_id = i.id and s.status in (6, 17, 21)
        and greatest(i.end_date, s.extended_end) <= (at_clock at time zone 'UTC')::date offset 0) open
    where i.tenant_id = of_tenant and i.end_date <= (at_clock at time zone 'UTC')::date)
$$);

select make_tenants_due('intake-expiry', $$
  exists (select from intake i
    cross join lateral (select from subscription s
      where s.tenant_id = of_tenant and s.intake_id = i.id and s.status in (1, 2, 3, 10, 14, 16, 18)
        and greatest(i.end_date, s.extended_end) <= (at_clock at time zone 'UTC')::date offset 0) open
    where i.tenant_id = of_tenant and i.end_date <= (at_clock at time zone 'UTC')::date)
$$);

select make_tenants_due('reminders', $$
  exists (select from schedule_slot x
    join test_booking b on b.tenant_id = x.tenant_id and b.schedule_slot_id = x.id and b.state = 'booked'
    where x.tenant_id = of_tenant and x.at > at_clock - interval '1 minute' and x.at <= at_clock + interval '24 hours')
  or exists (select from (
      select b.subscription_id from schedule_slot x
      join test_booking b on b.tenant_id = x.tenant_id and b.schedule_slot_id = x.id and b.state = 'booked'
      where x.tenant_id = of_tenant and x.cancelled_at is not null offset 0) withdrawn
    join subscription s on s.tenant_id = of_tenant and s.id = withdrawn.subscription_id and s.status = 2)
  or exists (select from subscription s where s.tenant_id = of_tenant and s.status in (6, 17, 21)
    and s.payment_deadline > at_clock - interval '1 minute' and s.payment_deadline < at_clock + interval '4 days')
  or exists (select from intake i
    cross join lateral (select from subscription s
      where s.tenant_id = of_tenant and s.intake_id = i.id and s.status in (6, 17, 21)
        and greatest(i.end_date, s.extended_end) <= (at_clock at time zone 'UTC')::date + 3 offset 0) open
    where i.tenant_id = of_tenant and i.end_date <= (at_clock at time zone 'UTC')::date + 3)
$$);
