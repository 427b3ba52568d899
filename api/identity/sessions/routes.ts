import { isoInZone } from '@orbita/domain/foundation';
import { SESSION } from '@orbita/domain/identity';
import type { CandidateContext, Ctx, Reply } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { accessState } from '../undo/state.ts';
import { tellChange } from '../undo/tell.ts';
import { endOwn, livingOf, type SessionRow } from './store.ts';

/** When a session ends at the latest: a remembered one is renewed while it is used, but not forever. */
const endOf = ({ method, remember, created_at, expires_at }: SessionRow): Date => {
  if (method === 'access-key') return expires_at;
  const most = remember ? SESSION.rememberedMostSeconds : SESSION.unrememberedMostSeconds;
  return new Date(created_at.getTime() + most * 1000);
};

async function listSessions(ctx: Ctx<'GET /platform/auth/sessions'>): Promise<Reply> {
  const { platform, tenant, session } = ctx;
  const rows = await livingOf(platform.db.tenant(tenant.id), session.personId, platform.clock.now());
  const mine = rows.find(({ id }) => id === session.sessionId)?.network_hash ?? null;
  const at = (moment: Date) => isoInZone(moment, tenant.timeZone);
  const shown = rows.map((row) => ({
    sessionId: row.id,
    device: row.device,
    network: row.network,
    sameNetwork: mine !== null && row.network_hash === mine,
    method: row.method,
    createdAt: at(row.created_at),
    lastUsedAt: at(row.last_seen_at),
    endsAt: at(endOf(row)),
    current: row.id === session.sessionId,
  }));
  return reply(200, shown);
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Ends sessions and notifies the person's contacts, unless nothing was ended. Returns the number of ended sessions. */
const end = (ctx: CandidateContext, which: Parameters<typeof endOwn>[3]): Promise<number> =>
  ctx.platform.db.write(ctx.tenant.id, async (tx) => {
    const { personId } = ctx.session;
    const before = await accessState(tx, personId);
    const ended = await endOwn(ctx.platform, tx, personId, which);
    if (ended > 0) await tellChange(ctx, tx, personId, { kind: 'sessions-ended', before });
    return ended;
  });

/** Routes that list and end the signed-in person's sessions. */
export const sessionRoutes = (): Route[] => [
  route('GET /platform/auth/sessions', listSessions),
  route('DELETE /platform/auth/sessions', async (ctx) => {
    await end(ctx, { except: ctx.session.sessionId });
    return reply(204);
  }),
  route('DELETE /platform/auth/sessions/{sessionId}', async (ctx) => {
    const { sessionId } = ctx.params;
    if (!isUuid(sessionId) || (await end(ctx, { only: sessionId })) === 0) fail('NOT_FOUND');
    return reply(204);
  }),
];
