import { chosenColumns, XLSX_MOST_ROWS } from '@orbita/domain/export';
import { checkConfirmed } from '../platform/http/confirmed.ts';
import type { Ctx, Reply } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { withKey } from '../platform/http/with-key.ts';
import type { ExportQuery } from './list-source.ts';
import { exportReach } from './rights.ts';
import { measure } from './source.ts';
import { askerOf, insertWish } from './store.ts';

const REASON_MISSING = 'Diga por que você precisa destes dados.';

/** The filters that were given, as stored. */
const given = (query: object): ExportQuery =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

/**
 * Requests a list as a file (spec-console 25.3.6). 403 without the scope of the list; with personal columns also a recent sign-in
 * (403 `REAUTH_REQUIRED`) and a reason (422); 422 `EXPORT_TOO_BIG`; 409 `EXPORT_RUNNING`.
 */
export const askForExport = (ctx: Ctx<'POST /operations/exports'>): Promise<Reply> =>
  withKey(ctx, async (write) => {
    const { platform, tenant, service } = ctx;
    const { list, query, format, columns, reason } = ctx.body();
    const institutions = exportReach(service, list, {
      institution: 'institution' in query ? query.institution : undefined,
      columns,
    });
    const chosen = chosenColumns(list, columns) ?? [];
    if (chosen.some(({ personal }) => personal)) {
      if (service.staff) checkConfirmed('recent', service.staff, platform.clock.now());
      if (!reason) invalid([{ field: 'reason', message: REASON_MISSING }]);
    }
    const wish = {
      ...{ asker: askerOf(service), staffId: service.staff?.id ?? null, list, format, institutions },
      ...{ query: given(query), columns: chosen.map(({ key }) => key), reason: reason ?? null },
    };
    if (format === 'xlsx') {
      const walk = { tenantId: tenant.id, now: platform.clock.now(), ...wish };
      const { total } = await platform.reads.from(tenant.id, (on) => measure(on, walk, XLSX_MOST_ROWS));
      if (total > XLSX_MOST_ROWS) fail('EXPORT_TOO_BIG');
    }
    return write(async (tx) => {
      const made = await insertWish(tx, platform, wish);
      if (!made) fail('EXPORT_RUNNING');
      return reply(202, { id: made.id });
    });
  });
