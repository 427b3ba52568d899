-- The last business day whose message of what waits somebody had, or would have had if anything had waited (spec 25.19, NE-04).
alter table staff add column digest_on date not null default '-infinity';
create index staff_by_digest on staff (tenant_id, digest_on, id) where state = 'active';
