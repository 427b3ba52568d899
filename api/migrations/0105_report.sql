-- Figures of an intake are counted from one index, without a look at its applications (decision 0181).
-- Where somebody stood before she stopped or was to pay at the counter: the step at which she is counted.
alter table subscription
  add column left_status int check (left_status between 1 and 21 and left_status not in (8, 11, 12, 13, 15)),
  -- Names that anybody may type into an address; an erasure of `tracking` takes them along.
  add column channel text generated always as (left(tracking ->> 'utmSource', 100)) stored,
  add column campaign text generated always as (left(tracking ->> 'utmCampaign', 100)) stored;

update subscription s set left_status = (
  select h.from_status from status_history h
  where h.tenant_id = s.tenant_id and h.subscription_id = s.id and h.to_status in (8, 11, 12, 13)
    and h.from_status not in (8, 11, 12, 13, 15)
  order by h.id desc limit 1)
where s.status in (8, 11, 12, 13);

create function keep_left_status() returns trigger language plpgsql as $$
begin
  if new.status not in (8, 11, 12, 13) then
    new.left_status := null;
  elsif old.status not in (8, 11, 12, 13, 15) then
    new.left_status := old.status;
  end if;
  return new;
end $$;
create trigger keep_left_status before update of status on subscription
  for each row execute function keep_left_status();

create index subscription_figures on subscription (tenant_id, intake_id, created_at)
  include (offer_id, course_id, pole_id, status, left_status, waits_queue, is_paid, channel, campaign);
