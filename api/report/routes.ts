import { csvHead, csvLines } from '@orbita/domain/export';
import { dayInZone, isoInZone } from '@orbita/domain/foundation';
import { type Report, tableOf } from '@orbita/domain/report';
import type { Runner } from '../platform/database/types.ts';
import type { Ctx, Reply } from '../platform/http/context.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import { type Asked, askedOf, checkWish, type Wish } from './asked.ts';
import { campaigns } from './campaigns.ts';
import { daily } from './daily.ts';
import { funnel } from './funnel.ts';
import { keptFor } from './kept.ts';
import { vacancies } from './vacancies.ts';

const READERS = { daily, funnel, vacancies, campaigns } as const satisfies Record<
  Report,
  (on: Runner, asked: Asked) => Promise<{ report: string }>
>;

type ReportCtx = Ctx<'GET /operations/reports/{report}'>;

/** The intakes of one code, combined. */
const intakeOf = ({ intakes }: Asked) => {
  const [first] = intakes;
  if (!first) return null;
  const from = intakes.map((one) => one.from).sort()[0] ?? first.from;
  return {
    code: first.code,
    from,
    to:
      intakes
        .map((one) => one.to)
        .sort()
        .at(-1) ?? first.to,
  };
};

async function count({ platform, tenant, service, params }: ReportCtx, wish: Wish) {
  return platform.reads.from(tenant.id, async (on) => {
    const now = platform.clock.now();
    const asked = await askedOf(on, tenant, service, wish, now);
    // Without an intake there is nothing to read; the response is the same, without rows.
    const figures = await READERS[params.report](on, asked);
    return { ...figures, asOf: isoInZone(now, tenant.timeZone), intake: intakeOf(asked) };
  });
}

/**
 * Figures of the caller's institutions. The cache key contains everything they depend on, so nobody gets a result cached for
 * other rights.
 */
async function showReport(ctx: ReportCtx): Promise<Reply> {
  const { platform, tenant, service, params, query } = ctx;
  const { format, ...wish } = query;
  checkWish(params.report, wish);
  const today = dayInZone(platform.clock.now(), tenant.timeZone);
  const rights = service.institutions && [...service.institutions].sort();
  const filters = Object.entries(wish)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const figures = await keptFor(platform, tenant.id, [rights, params.report, filters, today], () =>
    count(ctx, wish),
  );
  if (format !== 'csv') return reply(200, figures);
  const { heads, rows } = tableOf(figures);
  return reply(200, Buffer.from(csvHead(heads) + csvLines(rows)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="orbita-${params.report}-${today}.csv"`,
    },
  });
}

/** Routes of reports for the institution's team (spec-console 25.13). */
export const routes = (): Route[] => [route('GET /operations/reports/{report}', showReport)];
