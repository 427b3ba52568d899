-- States of social sign-ins that came back once; a second return of the same one is refused.
create table social_state_used (
  tenant_id bigint not null references tenant,
  hash text not null,
  at timestamptz not null,
  primary key (tenant_id, hash)
);
select protect('social_state_used');
create index social_state_used_by_age on social_state_used (tenant_id, at);

-- Hash of a mark of the browser that showed a social account: no other one may link it. Older links have none and end.
alter table social_link add column browser text not null default '';

-- Documents that a network was told about, known or not: after some of them it is told of none.
alter table door_event drop constraint door_event_kind_check;
alter table door_event add constraint door_event_kind_check
  check (kind in ('unknown-document', 'told-document', 'unproven-send', 'failed-sign-in', 'sign-up'));

-- Who asked for a code: a hash of a network, or of a browser that its person signed in from before. Limits count by it,
-- so that nobody uses up what somebody else may ask for.
alter table code_challenge add column asker text not null default '';
alter table code_challenge add column strange boolean not null default false;

-- Beside the browsers of a person of the team, the networks she signed in from, by a hash as well: codes that strangers ask
-- for in her name cost her nothing there.
alter table staff_browser add column kind text not null default 'browser' check (kind in ('browser', 'network'));
