-- Codes keep going where they went before the team corrected a contact, until another person of the team confirms
-- it or the hold ends: nobody turns an address of their own into a candidate's way in alone (decision 0122).
alter table person_correction
  add column before jsonb,
  add column after jsonb,
  add column held_until timestamptz,
  add column released_by bigint,
  add column released_name text,
  add column release_check text check (release_check in ('in-person', 'document', 'call-back')),
  add column release_reason text,
  add column released_at timestamptz,
  add foreign key (tenant_id, released_by) references staff (tenant_id, id),
  add constraint person_correction_held_by_staff check (held_until is null or staff_id is not null),
  add constraint person_correction_second_person check (released_by <> staff_id),
  add constraint person_correction_released check (
    (released_by is null) = (released_at is null) and (released_by is null) = (released_name is null)
    and (released_by is null) = (release_check is null) and (released_by is null) = (release_reason is null));
create index person_correction_by_releaser on person_correction (tenant_id, released_by)
  where released_by is not null;
