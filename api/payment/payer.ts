import { brazilianPhone, dayInZone, isMinorOn } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { guardianAbroad } from '../enrolment/store.ts';
import { type ForeignAddressRow, selectForeignAddress } from '../person/store.ts';
import type { CardCustomer } from '../platform/acquirer-port.ts';
import type { Platform } from '../platform/platform.ts';
import { ProviderUnavailable, type SlipPayer } from '../platform/ports.ts';
import type { ChargeRow } from './store.ts';

/** Whose payment it is, and the time zone that decides who is a minor. */
type Paid = Pick<ChargeRow, 'tenant_id' | 'subscription_id' | 'time_zone'>;

/** In Brazil: what a bank registers. */
type Address = Omit<SlipPayer, 'name' | 'document'>;
type Contact = { name: string; cpf: string | null; email: string | null; phone: string | null };
type Party = Contact & { address: Address | null };
type Row = Party & {
  birth_date: string | null;
  passport: string | null;
  foreign_address: ForeignAddressRow | null;
  guardian: (Party & { abroad: ForeignAddressRow | null }) | null;
};
/** Who pays; `abroad` is the address of somebody who lives outside Brazil, whom no bank registers a slip for. */
type Payer = Party & { passport: string | null; abroad: ForeignAddressRow | null };

/**
 * Who pays a charge: the guardian of a minor, otherwise the candidate. A guardian without an address of their own gets the
 * candidate's (spec 14.2).
 */
export async function partyOf(
  platform: Platform,
  { tenant_id: tenantId, subscription_id: id, time_zone: zone }: Paid,
): Promise<Payer> {
  const row = await platform.db.tenant(tenantId).one<Row>(sql`
    select to_char(p.birth_date, 'YYYY-MM-DD') as birth_date, p.name, p.cpf, p.email, p.cell_phone as phone,
      (select max(u.document) from user_account u where u.tenant_id = p.tenant_id and u.person_id = p.id
        and u.document_type = 'passport') as passport,
      (select jsonb_build_object('street', a.street, 'number', a.number, 'complement', coalesce(a.complement, ''),
          'district', a.neighborhood, 'zipCode', a.zip_code, 'city', c.name, 'state', st.uf)
       from person_address a join city c on c.id = a.city_id join state st on st.id = c.state_id
       where a.tenant_id = p.tenant_id and a.person_id = p.id) as address,
      ${selectForeignAddress} as foreign_address,
      (select jsonb_build_object('name', g.name, 'cpf', g.cpf, 'email', g.email, 'phone', g.cell_phone, 'address', (
          select jsonb_build_object('street', g.address->>'street', 'number', g.address->>'number',
            'complement', coalesce(g.address->>'complement', ''), 'district', g.address->>'neighborhood',
            'zipCode', g.address->>'zipCode', 'city', c.name, 'state', st.uf)
          from city c join state st on st.id = c.state_id where c.id = (g.address->>'cityId')::int),
          'abroad', ${guardianAbroad})
       from guardian g where g.tenant_id = s.tenant_id and g.subscription_id = s.id) as guardian
    from subscription s join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
    where s.tenant_id = ${tenantId} and s.id = ${id}`);
  if (!row) throw new Error(`Application ${id} vanished`);
  const today = dayInZone(platform.clock.now(), zone);
  const minor = row.birth_date !== null && isMinorOn(row.birth_date, today);
  const { guardian, passport, foreign_address: abroad, ...own } = row;
  if (!minor || !guardian) return { ...own, passport, abroad };
  if (guardian.address ?? guardian.abroad) return { ...guardian, passport: null };
  return { ...guardian, address: own.address, passport: null, abroad };
}

/**
 * The payer a bank registers for a slip, with the address it prints.
 * @throws ProviderUnavailable when the document or address is gone, so that the bank cannot be asked for a slip.
 */
export async function payerOf(platform: Platform, charge: ChargeRow): Promise<SlipPayer> {
  const { name, cpf, address } = await partyOf(platform, charge);
  if (!cpf || !address) throw new ProviderUnavailable(`No payer with an address for payment ${charge.id}`);
  return { name, document: cpf, ...address };
}

const billingAt = (address: Address): CardCustomer['address'] => ({
  street: address.street,
  number: address.number,
  neighborhood: address.district,
  city: address.city,
  state: address.state,
  zipCode: address.zipCode,
  country: 'BR',
});

/** Acquirers require a state, which not every country has, and a postal code; they accept what its post uses. */
const billingAbroad = (address: ForeignAddressRow): CardCustomer['address'] => ({
  street: [address.street, address.complement].filter(Boolean).join(', '),
  number: '',
  neighborhood: '',
  city: address.city,
  state: address.region ?? address.city,
  zipCode: address.postalCode ?? '00000',
  country: address.country,
});

/** What an acquirer is told about the payer for its own fraud checks. */
export async function customerOf(platform: Platform, charge: Paid): Promise<CardCustomer> {
  const { name, cpf, email, phone, address, passport, abroad } = await partyOf(platform, charge);
  const document = cpf
    ? ({ kind: 'cpf', number: cpf } as const)
    : passport
      ? ({ kind: 'passport', number: passport } as const)
      : null;
  return {
    name,
    email: email ?? '',
    document,
    phone: brazilianPhone(phone) ?? null,
    address: address ? billingAt(address) : abroad && billingAbroad(abroad),
  };
}
