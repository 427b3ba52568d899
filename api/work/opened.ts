import { isoInZone, shownName } from '@orbita/domain/foundation';
import { statusInfo } from '@orbita/domain/subscription';
import type { FastifyRequest } from 'fastify';
import type { Service, ServiceContext } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import { openedRows, writeOpened } from './opened-store.ts';

const OPENING = 'GET /operations/subscriptions/{id}';

/**
 * Records which application a team member opened, and deletes all but their ten most recent ones (spec 25.5). Other calls, and
 * calls with service tokens, are ignored.
 */
export async function keepOpened(
  platform: Platform,
  tenantId: number,
  { staff }: Service,
  request: FastifyRequest,
): Promise<void> {
  if (!staff || request.routeOptions.config.key !== OPENING) return;
  const { id } = request.params as { id: string };
  const opened = { staffId: staff.id, subscriptionId: id, at: platform.clock.now() };
  await platform.db.write(tenantId, (tx) => writeOpened(tx, opened));
}

/**
 * Applications that the caller opened most recently, newest first, within the institutions they may see today (spec 25.5);
 * without document and contacts, which a link to the application does not need.
 */
export async function openedApplications(
  { platform, tenant, service }: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  institution: string | undefined,
) {
  const rows = await openedRows(platform.db.tenant(tenant.id), {
    staffId: service.staff?.id ?? 0,
    institutions: service.institutions,
    institution,
  });
  return rows.map((row) => ({
    subscriptionId: row.id,
    name: shownName({ name: row.name, socialName: row.social_name }),
    courseName: row.course_name,
    status: row.status,
    statusName: statusInfo(row.status).label,
    statusColor: statusInfo(row.status).color,
    institutionCode: row.institution_code,
    openedAt: isoInZone(row.at, tenant.timeZone),
  }));
}
