-- Who came to a test, as it is marked at the door; it moves nothing, and prefills the results (spec-console 25.9).
alter table test_booking
  add column present boolean,
  add column marked_by text,
  add column marked_at timestamptz,
  add check ((present is null) = (marked_at is null));
