-- What a second person reads of a request, one row for each thing it changes or says, and the mark of what it asks for: an
-- approval sends it back, so that exactly what was read is done (spec 25.4.4, decision 0158).
alter table approval
  add column fields jsonb not null default '[]' check (jsonb_typeof(fields) = 'array'),
  add column hash text;
-- What was asked for before nobody has read so; it is asked for again.
update approval set state = 'expired', ended_at = now(), command = null where state = 'waiting';
alter table approval add check (state <> 'waiting' or hash is not null);
