-- A document that another one makes unnecessary (spec 15.9): which may do so, the words of it, and which one was named.
alter table document_rule add column covered_by jsonb;
alter table required_document
  add column coverable jsonb,
  add column covered_by bigint,
  add foreign key (tenant_id, covered_by) references required_document (tenant_id, id) on delete set null (covered_by);
create index required_document_by_cover on required_document (tenant_id, covered_by) where covered_by is not null;
