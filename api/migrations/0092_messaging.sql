-- Messages by WhatsApp: their number there, and the person's id at this business, by which a later word of hers finds her.
alter table notification drop constraint notification_channel_check;
alter table notification add constraint notification_channel_check check (channel in ('email', 'sms', 'whatsapp'));
alter table notification add column carrier_id text, add column carrier_user text;
create index notification_by_carrier on notification (tenant_id, carrier_id) where carrier_id is not null;
create index notification_by_carrier_user on notification (tenant_id, carrier_user) where carrier_user is not null;
