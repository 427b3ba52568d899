-- Uploads that are resumed (spec 15.9): what has arrived lies sealed in the file store, piece by piece.
create table unfinished_upload (
  tenant_id bigint not null references tenant,
  id uuid not null,
  required_document_id bigint not null,
  name text not null,
  size bigint not null,
  sha256 text,
  received bigint not null default 0,
  pieces text[] not null default '{}',
  created_at timestamptz not null,
  touched_at timestamptz not null,
  -- Kept for a day once it became a file, because the answer that said so may have been lost.
  file_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, required_document_id) references required_document (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references document_file (tenant_id, id)
);
select protect('unfinished_upload');
create index unfinished_upload_by_document on unfinished_upload (tenant_id, required_document_id);
create index unfinished_upload_by_file on unfinished_upload (tenant_id, file_id) where file_id is not null;
create index unfinished_upload_by_touch on unfinished_upload (tenant_id, touched_at);
