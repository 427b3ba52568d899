-- Since when an application waits until somebody of the institution says whether money that is paid there has come.
alter table subscription add column counter_payment_at timestamptz;
update subscription set counter_payment_at = updated_at where status = 11;
create index subscription_to_settle on subscription (tenant_id, institution_id, counter_payment_at, id)
  where counter_payment_at is not null;

create function counter_payment_waits() returns trigger language plpgsql as $$
begin
  if new.status <> 11 then
    new.counter_payment_at := null;
  elsif old.status <> 11 then
    new.counter_payment_at := new.updated_at;
  end if;
  return new;
end $$;
create trigger counter_payment_waits before update of status on subscription
  for each row execute function counter_payment_waits();
