-- A slip that was asked for a second time because the first answer was lost: the bank may have issued both.
alter table payment_slip add column asked_again boolean not null default false;
