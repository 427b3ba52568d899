-- What somebody at the institution looks for in the list of applications (spec 25.6.1), each with the order of the list.
create index subscription_by_course on subscription (tenant_id, course_id, updated_at, id);
create index subscription_by_pole on subscription (tenant_id, pole_id, updated_at, id);
create index subscription_by_intake on subscription (tenant_id, intake_id, updated_at, id);
create index subscription_by_creation on subscription (tenant_id, created_at, id);
create index subscription_with_attention on subscription (tenant_id, updated_at, id) where attention <> '[]';
-- Who is on the telephone may have given the number of the house.
create index person_by_phone on person (tenant_id, phone) where phone is not null;
