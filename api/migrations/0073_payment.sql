-- What a person said last of the voucher of a payment: the one she applied, or null because she took it off. Without a row it is
-- the one given with the application.
create table payment_voucher (
  tenant_id bigint not null references tenant,
  subscription_id bigint not null,
  purpose text not null check (purpose in ('tax', 'enrollment')),
  voucher_id bigint,
  primary key (tenant_id, subscription_id, purpose),
  foreign key (tenant_id, subscription_id) references subscription (tenant_id, id),
  foreign key (tenant_id, voucher_id) references voucher (tenant_id, id)
);
select protect('payment_voucher');
create index payment_voucher_by_voucher on payment_voucher (tenant_id, voucher_id);

-- The vouchers of charges that are open already.
insert into payment_voucher (tenant_id, subscription_id, purpose, voucher_id)
select tenant_id, subscription_id, purpose, voucher_id from payment
where voucher_id is not null and state in ('created', 'processing', 'pending');
