-- When each job ran last on any node: it tells of the installation, of no tenant and no person.
create table job_run (
  name text primary key,
  every_ms int not null check (every_ms > 0),
  ended_at timestamptz not null,
  took_ms int not null check (took_ms >= 0),
  handled int not null check (handled >= 0),
  failed_at timestamptz
);
grant select, insert, update on job_run to orbita_app;
