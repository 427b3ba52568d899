import { readVerificationCode } from '@orbita/domain/contract';
import { isoInZone } from '@orbita/domain/foundation';
import type { Ctx } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Limit } from '../platform/http/limits.ts';
import { reply } from '../platform/http/route.ts';
import { acceptanceByCode } from './store.ts';

const LOOK_UPS: Limit = { name: 'contract-verifications', max: 30, windowMs: 60_000 };

/** GET contract-verifications/{code} (spec 13.9): a code of another tenant gets the same 404 as an unknown one. */
export async function verifyContract(ctx: Ctx<'GET /candidate/contract-verifications/{code}'>) {
  const { platform, tenant, params, ip } = ctx;
  platform.limits.take(LOOK_UPS, { tenant: tenant.id, address: ip });
  const code = readVerificationCode(params.code);
  const found = code && (await acceptanceByCode(platform.db.tenant(tenant.id), code));
  if (!found) fail('NOT_FOUND');
  const { voided_at: voidedAt } = found;
  return reply(200, {
    state: voidedAt ? 'void' : 'valid',
    institution: found.institution,
    contract: found.contract,
    hash: found.hash,
    acceptedAt: isoInZone(found.accepted_at, tenant.timeZone),
    voidedAt: voidedAt && isoInZone(voidedAt, tenant.timeZone),
  });
}
