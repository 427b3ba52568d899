-- Where a guardian lives who lives outside Brazil: only without `address`, which the release before writes without knowing of this, and
-- only if it is not the candidate's.
alter table guardian add column foreign_address jsonb;
