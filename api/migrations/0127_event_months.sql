-- Each statement by itself.
-- A key of a table in parts has the column by which it is parted.
create unique index concurrently if not exists outbox_event_in_month on outbox_event (tenant_id, id, occurred_at);
alter table outbox_event validate constraint outbox_event_before;
