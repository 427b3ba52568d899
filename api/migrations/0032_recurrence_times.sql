-- When the payer agreed: one who never did is told something else than one who ended it later (spec 14.2).
alter table recurrence add column approved_at timestamptz;
update recurrence set approved_at = updated_at where state = 'approved';
