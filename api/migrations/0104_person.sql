-- Corrections of contacts that wait for a second person, in the order in which they are listed.
create index person_correction_waiting on person_correction (tenant_id, at, id)
  where held_until is not null and released_at is null and effective_at is null;
