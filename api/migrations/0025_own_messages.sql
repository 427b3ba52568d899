-- The person's own list of messages is read in its order.
create index notification_by_person_newest on notification (tenant_id, person_id, changed_at, id);
drop index notification_by_person;
