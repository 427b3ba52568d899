-- The person's own list of messages is read in its order.
create index notification_by_person_newest on notification (tenant_id, person_id, changed_at, id);
drop index notification_by_person;

-- Name of the secret that belongs to the host's site key; the secret itself is in the environment (decision 0081).
alter table tenant_host add column captcha_secret text;
