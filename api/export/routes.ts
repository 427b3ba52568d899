import { exportFileName } from '@orbita/domain/export';
import { dayInZone, isoInZone } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { readSealed } from '../platform/files/storage.ts';
import type { Ctx, Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import { withKey } from '../platform/http/with-key.ts';
import { askForExport } from './ask.ts';
import { takeBack } from './job.ts';
import { checkStillHeld } from './rights.ts';
import { askerOf, endJob, type Job, jobOf, jobsOf } from './store.ts';

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Whether its time has ended, even if the sweep has not run yet. */
const isOver = ({ state, expires_at: until }: Pick<Job, 'state' | 'expires_at'>, now: Date): boolean =>
  state === 'expired' || (state === 'ready' && until !== null && until <= now);

const present = (job: Job, now: Date, zone: string) => ({
  id: job.id,
  list: job.list,
  format: job.format,
  state: isOver(job, now) ? ('expired' as const) : job.state,
  rows: job.rows,
  estimated: job.estimated,
  query: job.query,
  columns: job.columns,
  reason: job.reason,
  createdAt: isoInZone(job.created_at, zone),
  expiresAt: job.expires_at && isoInZone(job.expires_at, zone),
});

type Named = Pick<Ctx<'GET /operations/exports/{id}'>, 'platform' | 'tenant' | 'service' | 'params'>;

/** The caller's own export; 404 for somebody else's, as for one that does not exist. */
async function ownJob({ platform, tenant, service, params }: Named): Promise<Job> {
  const job = await jobOf(platform.db.tenant(tenant.id), askerOf(service), params.id);
  if (!job) fail('NOT_FOUND');
  return job;
}

/** Cancels an export in progress; an existing file is deleted. An ended export stays as it is. */
const cancel = (ctx: Ctx<'DELETE /operations/exports/{id}'>): Promise<Reply> =>
  withKey(ctx, (write) =>
    write(async (tx) => {
      const { platform, service, params } = ctx;
      const job = await jobOf(tx, askerOf(service), params.id, sql`for update`);
      if (!job) fail('NOT_FOUND');
      if (job.state === 'ready') await takeBack(tx, platform, job.id);
      else await endJob(tx, platform, job, 'cancelled');
      return reply(204);
    }),
  );

/** The file as an attachment (spec-console 25.3.6): 403 without both scopes, 404 when there is none, 410 when it has expired. */
async function openFile(ctx: Ctx<'GET /operations/exports/{id}/file'>): Promise<Reply> {
  const { platform, tenant, service } = ctx;
  const job = await ownJob(ctx);
  checkStillHeld(service, job);
  if (isOver(job, platform.clock.now())) fail('EXPORT_EXPIRED');
  if (job.storage_key === null) fail('NOT_FOUND');
  const name = exportFileName(job.list, dayInZone(job.created_at, tenant.timeZone), job.format);
  try {
    return reply(200, await readSealed(platform, tenant.id, job.storage_key), {
      headers: {
        'content-type': TYPES[job.format],
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      },
    });
  } catch (error) {
    platform.log.error({ err: error, export: job.id }, 'export not readable');
    fail('UNAVAILABLE');
  }
}

/** Routes for list files, for the institution's team (spec-console 25.3.6). */
export const routes = (): Route[] => [
  route('POST /operations/exports', askForExport),
  route('GET /operations/exports', async ({ platform, tenant, service }) => {
    const jobs = await jobsOf(platform.db.tenant(tenant.id), askerOf(service));
    const now = platform.clock.now();
    return reply(
      200,
      jobs.map((job) => present(job, now, tenant.timeZone)),
    );
  }),
  route('GET /operations/exports/{id}', async (ctx) =>
    reply(200, present(await ownJob(ctx), ctx.platform.clock.now(), ctx.tenant.timeZone)),
  ),
  route('DELETE /operations/exports/{id}', cancel),
  route('GET /operations/exports/{id}/file', openFile),
];
