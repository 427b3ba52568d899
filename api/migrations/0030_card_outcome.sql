-- How the holder's confirmation (3-D Secure) of a card ended, and a dispute of the holder about it (spec 14.8, D-68).
alter table payment_card
  add column authentication text check (authentication in ('authenticated', 'failed', 'not-enrolled', 'unavailable')),
  add column dispute text check (dispute in ('open', 'won', 'lost')),
  add column disputed_at timestamptz;
