-- What mail of an institution says of its sender: name and address for answers; {} = its own name, no answers.
alter table institution add column mail jsonb not null default '{}';
