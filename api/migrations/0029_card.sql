-- What is kept of a card: never its number, expiry or code (spec 14.2, D-66).
create table payment_card (
  tenant_id bigint not null references tenant,
  payment_id bigint not null,
  provider text not null check (provider in ('cielo', 'pagarme')),
  brand text,
  last4 text check (last4 ~ '^[0-9]{4}$'),
  holder_name text not null,
  -- Instalments of this charge at the acquirer; those of the plan are in `payment`.
  parts int not null check (parts between 1 and 120),
  -- Whether the issuer answers for fraud, by the result of 3-D Secure; null without one.
  liability_shift boolean,
  -- Why an issuer refused the card, by its brand.
  decline_code text,
  advice_code text,
  -- Stored credential for later charges, and the number by which card networks recognise them.
  card_reference text,
  network_id text,
  primary key (tenant_id, payment_id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id)
);
select protect('payment_card');

-- e.Rede cannot turn a card into a token in the browser and is no acquirer of ours any more.
update institution set payment = payment
    || jsonb_build_object('acquirersConfig', (
      select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(payment->'acquirersConfig') one
      where one->>'provider' <> 'erede'))
    || case when payment->>'cardProvider' = 'erede' then '{"cardProvider": null}'::jsonb else '{}' end
  where payment->'acquirersConfig' @> '[{"provider": "erede"}]' or payment->>'cardProvider' = 'erede';
