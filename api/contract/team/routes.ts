import { pdfHeaders } from '../../platform/files/pdf-headers.ts';
import { ok, type Route, reply, route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { readContract, showAcceptances } from './acceptances.ts';

/** Accepted contracts as the institution's team reads them (spec 25.6.1). */
export const teamRoutes = (_platform: Platform): Route[] => [
  ok('GET /operations/subscriptions/{id}/acceptances', (ctx) => showAcceptances(ctx, ctx.params.id)),
  route('GET /operations/acceptances/{id}/file', async (ctx) => {
    const { name, content } = await readContract(ctx, ctx.params.id);
    return reply(200, content, { headers: pdfHeaders(name) });
  }),
];
