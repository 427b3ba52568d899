-- By what a session is more than a proof of a mailbox (spec 25.2.4); null = by nothing.
alter table staff_session add column strength text check (strength in ('passkey', 'provider', 'demo'));
update staff_session set strength = method where method in ('passkey', 'demo');

-- Until when somebody may make her first passkey by a sign-in that is not strong.
alter table staff add column enrol_until timestamptz;
-- Who was in the team before has a month for it since she was last there.
update staff s set enrol_until = s.last_seen_at + interval '30 days' where s.last_seen_at is not null and not exists (
  select from staff_passkey p where p.tenant_id = s.tenant_id and p.staff_id = s.id);
