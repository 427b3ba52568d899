-- How often the scanner did not judge a file, and since when papers of an application wait for the team: a contract whose PDF
-- cannot be made, files that nobody could scan. A contract that waits for them has the end of time as its next try.
alter table document_file add column scan_failures int not null default 0;
alter table subscription add column papers_stuck_at timestamptz;
create index subscription_with_stuck_papers on subscription (tenant_id, institution_id, papers_stuck_at, id)
  where papers_stuck_at is not null and accommodation_asked_at is null and analysis_due_at is null
    and (status <> 7 or student_lyceum_id is not null);

-- A file that is more than the scanner takes is refused as well; its content goes, and its sender is told.
alter table document_file drop constraint document_file_scan_check;
alter table document_file add constraint document_file_scan_check
  check (scan in ('pending', 'clean', 'infected', 'too-big'));
drop index document_file_to_sweep;
create index document_file_to_sweep on document_file (tenant_id, id)
  where storage_key <> '' and (removed_at is not null or scan in ('infected', 'too-big'));
