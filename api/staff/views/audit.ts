import type { FastifyRequest } from 'fastify';
import { audit } from '../../caller/audit/write.ts';
import type { Reply, Session } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';

/** Records what a staff member was shown in a view; what can't be recorded isn't shown (503, spec 25.6.3). */
export async function auditView(
  platform: Platform,
  tenantId: number,
  { view }: Pick<Session, 'view'>,
  request: FastifyRequest,
  outcome: Pick<Reply, 'status' | 'body'>,
): Promise<void> {
  if (!view) throw new Error('Not a view');
  try {
    await audit(platform, [tenantId], view.service, request, outcome);
  } catch (error) {
    platform.log.error({ err: error }, 'view not recorded');
    fail('UNAVAILABLE');
  }
}
