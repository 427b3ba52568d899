import { normaliseZipCode, zipCode as zipCodeRule } from '@orbita/domain/foundation';
import type { Ctx, Reply } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import type { Limit } from '../platform/http/limits.ts';
import { cityById } from './reference.ts';
import { sendTagged, tagOf } from './tag.ts';

const LOOK_UPS: Limit = { name: 'zip', max: 30, windowMs: 60_000 };

/** Looks up a postal code; `ZIP_NOT_FOUND` when it does not exist, `UNAVAILABLE` when the service does not respond. */
export async function lookUpZip(ctx: Ctx<'GET /candidate/addresses/zip-codes/{zipCode}'>): Promise<Reply> {
  const { platform, params } = ctx;
  const message = zipCodeRule(params.zipCode);
  invalid(message ? [{ field: 'zipCode', message }] : []);
  platform.limits.take(LOOK_UPS, { tenant: ctx.tenant.id, address: ctx.ip });
  const found = await platform.ports.zip.find(normaliseZipCode(params.zipCode)).catch((error: unknown) => {
    platform.log.warn({ err: error, trace: ctx.requestId }, 'postal code look-up failed');
    return fail('UNAVAILABLE');
  });
  const city = found && (await cityById(platform, found.cityId));
  if (!found || !city) fail('ZIP_NOT_FOUND');
  return sendTagged(
    ctx.request,
    tagOf({ ...found, cityName: city.name, stateId: city.state_id, uf: city.uf }),
  );
}
