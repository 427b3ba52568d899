import { isBlank, isoInZone } from '@orbita/domain/foundation';
import { mayChangeNote, NOTE } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { operatorOf } from '../../caller/operator.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import { maySee } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { publishToTeam } from '../../platform/team-events.ts';
import { type SubscriptionRow, subscriptionById } from '../row.ts';

type NoteRow = {
  id: number;
  subscription_id: number;
  text: string;
  staff_id: number | null;
  written_by: string;
  at: Date;
  edited_at: Date | null;
};
type Viewer = { tenant: Tenant; service: Service };

const COLUMNS = sql`o.id, o.subscription_id, o.text, o.staff_id, o.written_by, o.at, o.edited_at`;

/** Team members own the notes they wrote; all systems of an institution count as one author. */
const isOwn = (row: NoteRow, service: Service): boolean => row.staff_id === (service.staff?.id ?? null);

const untilWhen = ({ at }: NoteRow): Date => new Date(at.getTime() + NOTE.changeableMinutes * 60_000);

const present = (row: NoteRow, { tenant, service }: Viewer, now: Date) => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  text: row.text,
  by: row.written_by,
  at: isoInZone(row.at, tenant.timeZone),
  editedAt: row.edited_at && isoInZone(row.edited_at, tenant.timeZone),
  changeableUntil:
    isOwn(row, service) && mayChangeNote(row.at, now) ? isoInZone(untilWhen(row), tenant.timeZone) : null,
});

const writerOf = (service: Service): string =>
  service.staff ? (service.operator ?? service.tokenName) : operatorOf(service);

function textOf(typed: string): string {
  const text = typed.trim();
  invalid(isBlank(text) ? [{ field: 'text', message: 'Obrigatório.' }] : []);
  return text;
}

async function visible(
  platform: Platform,
  { tenant, service }: Viewer,
  id: number,
): Promise<SubscriptionRow> {
  const row = await subscriptionById(platform.db.tenant(tenant.id), id);
  return row && maySee(service, row.institution_code) ? row : fail('NOT_FOUND');
}

const noteList = (tenantId: number, subscriptionId: number): List => ({
  from: ['note', 'o'],
  where: sql`o.tenant_id = ${tenantId} and o.subscription_id = ${subscriptionId} and o.removed_at is null`,
  columns: COLUMNS,
  at: sql`o.at`,
  newestFirst: true,
});

/** Makes pages that show the application reload its notes. */
const publishToPages = (
  tx: Tx,
  platform: Platform,
  about: { id: number; version: number; institution_id: number },
) =>
  publishToTeam(tx, platform, {
    type: 'application.changed',
    data: { subscriptionId: about.id, version: about.version },
    to: { parts: ['subscriptions.read'], institution: about.institution_id },
  });

/**
 * Locks a note written by the caller. Fails with 404 for a deleted note or one outside the caller's institutions, with 403 for
 * somebody else's, and with 409 once it can no longer be changed.
 */
async function ownNote(tx: Tx, platform: Platform, service: Service, id: number) {
  const row = await tx.one<NoteRow & { code: string; version: number; institution_id: number }>(sql`
    select ${COLUMNS}, i.code, s.version, s.institution_id from note o
    join subscription s on s.tenant_id = o.tenant_id and s.id = o.subscription_id
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where o.tenant_id = ${tx.tenantId} and o.id = ${id} and o.removed_at is null for update of o`);
  if (!row || !maySee(service, row.code)) fail('NOT_FOUND');
  if (!isOwn(row, service)) fail('FORBIDDEN');
  if (!mayChangeNote(row.at, platform.clock.now())) fail('NOTE_LOCKED');
  return row;
}

/** The institution's internal notes on applications (spec 25.6.3). */
export const noteRoutes = (platform: Platform): Route[] => [
  route('GET /operations/subscriptions/{id}/notes', async ({ tenant, service, params, query }) => {
    const { id } = await visible(platform, { tenant, service }, params.id);
    const now = platform.clock.now();
    const on = platform.db.tenant(tenant.id);
    return reply(
      200,
      await listPage<NoteRow, ReturnType<typeof present>>(on, noteList(tenant.id, id), query, (row) =>
        present(row, { tenant, service }, now),
      ),
    );
  }),
  route('POST /operations/subscriptions/{id}/notes', (ctx) =>
    withKey(ctx, async (write) => {
      const { tenant, service } = ctx;
      const about = await visible(platform, ctx, ctx.params.id);
      const text = textOf(ctx.body().text);
      const now = platform.clock.now();
      return write(async (tx) => {
        const row = await tx.one<NoteRow>(sql`
          insert into note as o (tenant_id, subscription_id, text, staff_id, written_by, at)
          values (${tx.tenantId}, ${about.id}, ${text}::text, ${service.staff?.id ?? null}::bigint,
            ${writerOf(service)}::text, ${now}::timestamptz)
          returning ${COLUMNS}`);
        if (!row) throw new Error('The note was not kept');
        await publishToPages(tx, platform, about);
        return reply(201, present(row, { tenant, service }, now));
      });
    }),
  ),
  route('PUT /operations/notes/{id}', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) => {
        const { id, ...about } = await ownNote(tx, platform, ctx.service, ctx.params.id);
        const text = textOf(ctx.body().text);
        const now = platform.clock.now();
        const row = await tx.one<NoteRow>(sql`
          update note as o set text = ${text}::text, edited_at = ${now}::timestamptz
          where o.tenant_id = ${tx.tenantId} and o.id = ${id} returning ${COLUMNS}`);
        await publishToPages(tx, platform, { ...about, id: about.subscription_id });
        return reply(200, present(row as NoteRow, ctx, now));
      }),
    ),
  ),
  route('DELETE /operations/notes/{id}', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) => {
        const { id, ...about } = await ownNote(tx, platform, ctx.service, ctx.params.id);
        await tx.one(sql`
          update note set text = '', removed_at = ${platform.clock.now()}::timestamptz
          where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
        await publishToPages(tx, platform, { ...about, id: about.subscription_id });
        return reply(204);
      }),
    ),
  ),
];
