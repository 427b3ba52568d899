-- Who cancelled a link, as the timeline of its application names her (spec 25.6.1); unknown of those cancelled before.
alter table access_key add column revoked_by text, add column revoked_by_staff bigint;
alter table access_key add foreign key (tenant_id, revoked_by_staff) references staff (tenant_id, id);
create index access_key_by_revoker on access_key (tenant_id, revoked_by_staff) where revoked_by_staff is not null;
