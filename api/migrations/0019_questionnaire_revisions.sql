-- How often each section of a questionnaire was saved, by its key: of two windows the older one is told (spec 11.4).
alter table questionnaire add column revisions jsonb not null default '{}';
