-- Contract texts as they are filled for each candidate: cleaned once, by the rules of that number, and taken apart.
create table contract_text (
  tenant_id bigint not null references tenant,
  contract_template_id bigint not null,
  cleaning int not null,
  compiled jsonb not null,
  primary key (tenant_id, contract_template_id, cleaning),
  foreign key (tenant_id, contract_template_id) references contract_template (tenant_id, id)
);
select protect('contract_text', true);
