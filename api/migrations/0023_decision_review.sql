-- Review of a refusal by another person (LGPD art. 20, D-78): a privacy request about one decision.
alter table privacy_request drop constraint privacy_request_kind_check;
alter table privacy_request add constraint privacy_request_kind_check
  check (kind in ('export', 'deletion', 'correction', 'sharing-info', 'decision-review'));
-- Of two refused applications both may be reviewed at once; a decision is reviewed once (see below).
drop index one_open_privacy_request;
create unique index one_open_privacy_request on privacy_request (tenant_id, person_id, kind)
  where state in ('received', 'in-review') and kind <> 'decision-review';

create table decision_review (
  tenant_id bigint not null references tenant,
  request_id bigint not null,
  subscription_id bigint not null,
  -- The line of the history that refused.
  history_id bigint not null,
  event text not null,
  essay_id bigint,
  decided_at timestamptz not null,
  -- Who decided, and may not review; null where the system did.
  decided_by text,
  first_score numeric(6, 1),
  score numeric(6, 1),
  outcome text check (outcome in ('granted', 'upheld')),
  reviewed_by text,
  reviewed_at timestamptz,
  primary key (tenant_id, request_id),
  constraint one_review_of_a_decision unique (tenant_id, history_id),
  foreign key (tenant_id, request_id) references privacy_request (tenant_id, id),
  foreign key (tenant_id, subscription_id) references subscription (tenant_id, id),
  foreign key (tenant_id, history_id) references status_history (tenant_id, id),
  foreign key (tenant_id, essay_id) references essay (tenant_id, id)
);
select protect('decision_review');
create index decision_review_by_subscription on decision_review (tenant_id, subscription_id, request_id);
create index decision_review_by_essay on decision_review (tenant_id, essay_id) where essay_id is not null;
