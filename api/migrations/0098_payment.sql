-- Payments, later months and wishes to leave as items that the team takes up (spec 25.11, 25.12): since when each waits, and which
-- version of it somebody saw.

alter table payment add column version int not null default 1;
alter table payment add column attention_at timestamptz;
update payment set attention_at = updated_at where attention <> '[]'::jsonb;
create index payment_waiting on payment (tenant_id, institution_id, attention_at, id) where attention_at is not null;

alter table recurrence_cycle add column version int not null default 1;
alter table recurrence_cycle add column attention_at timestamptz;
update recurrence_cycle set attention_at = updated_at where attention <> '[]'::jsonb;
create index recurrence_cycle_waiting on recurrence_cycle (tenant_id, institution_id, attention_at, id)
  where attention_at is not null;

-- A mark that comes lets the money wait anew, one that goes does not.
create function marked_money_waits() returns trigger language plpgsql as $$
begin
  if new.attention = '[]'::jsonb then
    new.attention_at := null;
  elsif not old.attention @> new.attention then
    new.attention_at := new.updated_at;
  end if;
  if (new.state, new.amount_cents, new.received_cents, new.attention)
      is distinct from (old.state, old.amount_cents, old.received_cents, old.attention) then
    new.version := old.version + 1;
  end if;
  return new;
end $$;
create trigger marked_money_waits before update of state, amount_cents, received_cents, attention on payment
  for each row execute function marked_money_waits();
create trigger marked_money_waits before update of state, amount_cents, received_cents, attention on recurrence_cycle
  for each row execute function marked_money_waits();

-- Marks are set by many hands; each lets the pages of the team look again, as `queueChanged` does.
create function marks_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('orbita_team',
    concat('queue:', new.tenant_id, ':', new.institution_id, ':', tg_argv[0], ':payments.settle'));
  return null;
end $$;
create trigger marks_changed after update on payment for each row
  when (old.attention is distinct from new.attention) execute function marks_changed('attention');
create trigger marks_changed after update on recurrence_cycle for each row
  when (old.attention is distinct from new.attention) execute function marks_changed('month-attention');

-- By when a wish to leave should be decided: a business day after it within the right of withdrawal, else five.
alter table cancellation add column version int not null default 1;
alter table cancellation add column due_at timestamptz;
update cancellation set due_at = requested_at + case when withdrawal_right then interval '1 day' else interval '7 days' end;
alter table cancellation alter column due_at set not null;
create index cancellation_waiting on cancellation (tenant_id, institution_id, due_at, id) where state = 'open';

-- Money is looked for by what stands on a statement of the bank.
create index payment_event_by_number on payment_event (tenant_id, provider_event);
create index payment_slip_by_line on payment_slip (tenant_id, digitable_line) where digitable_line is not null;
create index payment_slip_by_bars on payment_slip (tenant_id, barcode) where barcode is not null;
create index payment_slip_by_number on payment_slip (tenant_id, our_number) where our_number is not null;
create index recurrence_cycle_by_first_source on recurrence_cycle (tenant_id, (received->0->>'source'));
create index recurrence_cycle_by_second_source on recurrence_cycle (tenant_id, (received->1->>'source'))
  where received->1 is not null;
create index refund_by_source on refund (tenant_id, end_to_end_id) where end_to_end_id is not null;
create index payment_by_paid on payment (tenant_id, paid_at, id) where paid_at is not null;
create index payment_by_institution_paid on payment (tenant_id, institution_id, paid_at, id) where paid_at is not null;

-- Refunds as a list, and those whose bank has not answered.
create index refund_by_request on refund (tenant_id, requested_at, id);
create index refund_waiting on refund (tenant_id, requested_at, id) where state in ('requested', 'processing');

-- What is to be explained is counted for each institution.
create index difference_open on reconciliation_difference (tenant_id, institution_id, created_at, id) where state = 'open';
