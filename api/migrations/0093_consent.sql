-- Whether somebody wants messages by WhatsApp. Who takes that back by a message is signed in as nobody.
alter table consent drop constraint consent_kind_check;
alter table consent add constraint consent_kind_check
  check (kind in ('privacy-notice', 'marketing', 'analytics-cookies', 'marketing-cookies', 'whatsapp'));
alter table consent drop constraint consent_channel_check;
alter table consent add constraint consent_channel_check check (channel in ('sign-up', 'profile', 'banner', 'whatsapp'));
alter table consent alter column account_id drop not null;
