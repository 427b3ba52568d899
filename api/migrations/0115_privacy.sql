-- Documents of people whose data was erased, a row each: a court names them by a document, and row security lets an index be
-- used by plain comparisons alone, not by a search within the kept identity (spec 25.12).
create table kept_document (
  tenant_id bigint not null references tenant,
  person_id bigint not null,
  document_type text not null check (document_type in ('cpf', 'rne', 'passport')),
  document text not null,
  primary key (tenant_id, document_type, document, person_id),
  foreign key (tenant_id, person_id) references kept_identity (tenant_id, person_id) on delete cascade
);
select protect('kept_document');
create index kept_document_by_person on kept_document (tenant_id, person_id);

insert into kept_document (tenant_id, person_id, document_type, document)
select distinct k.tenant_id, k.person_id, d ->> 'type', d ->> 'document'
from kept_identity k, jsonb_array_elements(k.identity -> 'documents') d;
update kept_identity set identity = identity - 'documents';
