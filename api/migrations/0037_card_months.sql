-- Later months by card (spec 14.8, D-70): every charge has a number of its own at the acquirer, because one that was refused
-- is never used again. The open charge of a month is in `recurrence_cycle`; between two charges there is none.

alter table recurrence_cycle add column provider_id text;
-- The order number of a month by card is missing while its next charge is waited for.
alter table recurrence_cycle drop constraint recurrence_cycle_check;
alter table recurrence_cycle add constraint recurrence_cycle_number check (
  state in ('planned', 'asked', 'failed', 'cancelled') or txid is not null);
create index recurrence_cycle_to_charge on recurrence_cycle (tenant_id, due_day)
  where txid is null and state in ('planned', 'asked');
create unique index recurrence_cycle_at_provider on recurrence_cycle (tenant_id, provider_id) where provider_id is not null;

-- Charges of months that were tried before.
create table recurrence_try (
  tenant_id bigint not null references tenant,
  txid text not null,
  recurrence_id bigint not null,
  number int not null,
  asked_day date not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- denied: refused, or never made; paid: the acquirer took the money after all.
  state text not null check (state in ('denied', 'paid')),
  provider_id text,
  decline_code text,
  advice_code text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, txid),
  foreign key (tenant_id, recurrence_id, number) references recurrence_cycle (tenant_id, recurrence_id, number)
);
select protect('recurrence_try');
create index recurrence_try_of_cycle on recurrence_try (tenant_id, recurrence_id, number);
create unique index recurrence_try_at_provider on recurrence_try (tenant_id, provider_id) where provider_id is not null;
