-- What became of each line of a file of the bank stays with the file, because whoever sent it reads it after a second person said yes
-- (spec 25.11). Read anew, its lines say so.
alter table slip_return add column lines jsonb not null default '[]';
alter table slip_return add column read_at timestamptz;
update slip_return set read_at = created_at;
alter table slip_return alter column read_at set not null;
create index slip_return_by_time on slip_return (tenant_id, read_at, id);
create index slip_return_of_institution_by_time on slip_return (tenant_id, institution_id, read_at, id);
