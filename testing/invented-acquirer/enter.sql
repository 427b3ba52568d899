-- What the migration for a new acquirer contains.
alter table payment_card drop constraint payment_card_provider_check,
  add check (provider in ('cielo', 'pagarme', 'moinho'));
alter table reconciliation drop constraint reconciliation_provider_check,
  add check (provider in ('pix', 'inter', 'cielo', 'pagarme', 'moinho'));
alter table notice_secret drop constraint notice_secret_provider_check,
  add check (provider in ('pix', 'inter', 'cielo', 'pagarme', 'moinho'));
