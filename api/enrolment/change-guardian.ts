import { type Guardian, guardianErrorCode, guardianErrors } from '@orbita/domain/enrolment';
import {
  dayInZone,
  normaliseCpf,
  normaliseEmail,
  normaliseName,
  normalisePhone,
  normaliseZipCode,
} from '@orbita/domain/foundation';
import { normalisedForeignAddress } from '@orbita/domain/person';
import { cityById } from '../person/reference.ts';
import type { Ctx } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { ownSubscription } from '../subscription/own.ts';
import { parameterOf } from '../tenancy/parameters.ts';
import {
  findEnrolment,
  lockForData,
  type StoredAddress,
  type StoredGuardian,
  saveGuardian,
} from './store.ts';

const text = normaliseName;

const storedAddress = (typed: Guardian['personAddress']): StoredAddress => ({
  street: text(typed?.street),
  number: text(typed?.number),
  neighborhood: text(typed?.neighborhood),
  zipCode: normaliseZipCode(typed?.zipCode),
  cityId: typed?.cityId ?? 0,
  complement: text(typed?.complement) || null,
});

/** The address of a guardian who does not live with the candidate; one of the two at most. */
const elsewhere = ({ sameAddress, personAddress, foreignAddress }: Guardian) => {
  if (sameAddress !== false) return { personAddress: null, foreignAddress: null };
  return foreignAddress
    ? { personAddress: null, foreignAddress: normalisedForeignAddress(foreignAddress) }
    : { personAddress: storedAddress(personAddress), foreignAddress: null };
};

const stored = (typed: Guardian): StoredGuardian => ({
  relationship: text(typed.relationship),
  name: text(typed.name),
  cpf: normaliseCpf(typed.cpf),
  birthDate: text(typed.birthDate),
  email: normaliseEmail(typed.email),
  cellPhone: normalisePhone(typed.cellPhone),
  sameAddress: typed.sameAddress !== false,
  ...elsewhere(typed),
});

/**
 * PUT guardian: rules of S-25. A specific error code is returned only when it is the sole reason (spec 12.4); locked once the
 * contract was accepted.
 */
export async function changeGuardian(ctx: Ctx<'PUT /candidate/subscriptions/{id}/guardian'>) {
  const { platform, tenant } = ctx;
  const own = await ownSubscription(ctx, ctx.params.id);
  const row = await findEnrolment(platform.db.tenant(tenant.id), own.id);
  if (!row) fail('NOT_FOUND');
  const typed = ctx.body();
  const now = platform.clock.now();
  const place = { institutionId: own.institution_id, offerId: own.offer_id, hostId: own.host_id };
  const inBrazil = typed.sameAddress ? null : typed.personAddress;
  const city = inBrazil ? await cityById(platform, inBrazil.cityId ?? 0) : undefined;
  const mode = await parameterOf(platform, tenant.id, 'GuardianAcceptanceMode', place);
  const errors = guardianErrors(
    // A city that does not exist is treated as not chosen.
    inBrazil && !city ? { ...typed, personAddress: { ...inBrazil, cityId: 0 } } : typed,
    {
      today: dayInZone(now, row.time_zone),
      acceptanceMode: mode === 'declared' ? 'declared' : 'code',
      candidate: { cpf: row.cpf, email: row.email, cellPhone: row.cell_phone },
      uf: city?.uf ?? null,
    },
  );
  if (errors.length > 0) fail(guardianErrorCode(errors), { errors });
  const next = stored(typed);
  await platform.db.write(tenant.id, async (tx) => {
    const locked = await lockForData(tx, own.id);
    if (!locked) fail('NOT_FOUND');
    if (locked.accepted) fail('FIELD_LOCKED');
    await saveGuardian(tx, own.id, next, now);
  });
  return reply(200, next);
}
