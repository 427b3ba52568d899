import { type Schooling, schoolingErrors, schoolingFields, schoolingKind } from '@orbita/domain/enrolment';
import { dayInZone, type FieldError, normaliseName, TEXTS } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import type { CallContext, Ctx } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { ownSubscription } from '../subscription/own.ts';
import { yearContext } from './facts.ts';
import {
  type EnrolmentRow,
  findEnrolment,
  lockForData,
  NO_SCHOOLING,
  type StoredSchooling,
  saveSchooling,
  schoolingOf,
} from './store.ts';

/** Only the fields in the form of this application, with texts trimmed. */
function asked(row: EnrolmentRow, given: Schooling): StoredSchooling {
  const kind = schoolingKind(row.application_type);
  const typed = { ...given, level: given.level || schoolingOf(row)?.level };
  const kept = schoolingFields(kind, typed).map(({ field }) => {
    const value = typed[field];
    return [field, typeof value === 'string' ? normaliseName(value) || null : (value ?? null)] as const;
  });
  // The form of extension courses has no year, but a year that is sent is validated and stored.
  const year = kind === 'level' ? { conclusionYear: typed.conclusionYear ?? null } : {};
  return { ...NO_SCHOOLING, ...year, ...Object.fromEntries(kept), fies: typed.fies ?? false };
}

/** The city must be in the chosen state. */
async function placeErrors(ctx: Pick<CallContext, 'platform'>, one: StoredSchooling): Promise<FieldError[]> {
  if (!one.stateId || !one.cityId) return [];
  if (one.cityId > 9_999_999 || one.stateId > 99) return [{ field: 'cityId', message: TEXTS.city }];
  const found = await ctx.platform.db.global.one(
    sql`select id from city where id = ${one.cityId} and state_id = ${one.stateId}`,
  );
  return found ? [] : [{ field: 'cityId', message: TEXTS.city }];
}

/** PUT schooling: rules of S-24 with their texts; locked once the contract was accepted (spec 12.4). */
export async function changeSchooling(ctx: Ctx<'PUT /candidate/subscriptions/{id}/schooling'>) {
  const { platform, tenant } = ctx;
  const own = await ownSubscription(ctx, ctx.params.id);
  const row = await findEnrolment(platform.db.tenant(tenant.id), own.id);
  if (!row) fail('NOT_FOUND');
  const typed = ctx.body();
  const now = platform.clock.now();
  const next = asked(row, typed);
  const kind = schoolingKind(row.application_type);
  // A year that is already stored was confirmed when it was entered.
  const conclusionSure = typed.conclusionSure || row.schooling?.conclusionYear === next.conclusionYear;
  const year = yearContext(row, dayInZone(now, row.time_zone));
  const errors = schoolingErrors(kind, { ...next, conclusionSure }, year);
  invalid(errors.length > 0 ? errors : await placeErrors(ctx, next));
  await platform.db.write(tenant.id, async (tx) => {
    const locked = await lockForData(tx, own.id);
    if (!locked) fail('NOT_FOUND');
    if (locked.accepted) fail('FIELD_LOCKED');
    await saveSchooling(tx, own.id, next, now);
  });
  return reply(200, next);
}
