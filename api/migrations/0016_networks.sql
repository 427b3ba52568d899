-- What happened at the door counts against the network of an address: `address` is the hash of an IPv4 address or of the
-- /64 of an IPv6 one, `network` that of the /48 around it.
alter table door_event add column network text;
alter table door_event drop constraint door_event_kind_check;
alter table door_event add constraint door_event_kind_check
  check (kind in ('unknown-document', 'unproven-send', 'failed-sign-in', 'sign-up'));
create index door_event_by_network on door_event (tenant_id, kind, network, at) where network is not null;
