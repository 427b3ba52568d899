import { firstName, isoInZone, shownName } from '@orbita/domain/foundation';
import { type Channel, shownMessage } from '@orbita/domain/messaging';
import sql from 'sql-template-tag';
import type { Ctx, Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';

type Row = {
  id: number;
  template: string;
  channel: Channel;
  subscription_id: number | null;
  data: Record<string, string | number | null>;
  state: 'sent' | 'failed';
  changed_at: Date;
  course_name: string | null;
  institution_name: string | null;
  name: string;
  social_name: string | null;
};
type Listed = { total: number } & (Row | { id: null });

/**
 * Messages to the person, newest first, including those given up. Messages to a guardian, the coordination or the data
 * protection officer aren't the person's; only the notice of a changed contact is sent to the person at another address.
 */
const ownMessages = (tenantId: number, personId: number, { from, size }: { from: number; size: number }) => {
  const mine = sql`n.tenant_id = ${tenantId} and n.person_id = ${personId} and n.state in ('sent', 'failed')
    and (not jsonb_exists(n.envelope, 'other') or n.template in ('N-04', 'N-33'))`;
  return sql`
    select counted.total, found.* from (select count(*)::int as total from notification n where ${mine}) counted
    left join (
      select n.id, n.template, n.channel, n.subscription_id, n.data, n.state, n.changed_at,
        c.name as course_name, i.name as institution_name, p.name, p.social_name
      from (select n.* from notification n where ${mine}
        order by n.changed_at desc, n.id desc limit ${size}::int offset ${from}::int) n
      join person p on p.tenant_id = n.tenant_id and p.id = n.person_id
      left join subscription s on s.tenant_id = n.tenant_id and s.id = n.subscription_id
      left join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
      left join institution i on i.tenant_id = n.tenant_id
        and i.id = coalesce(s.institution_id, (n.envelope->>'institutionId')::bigint)) found on true
    order by found.changed_at desc, found.id desc`;
};

/**
 * The caller's own messages (spec 16.3), without the codes and links they contained; the course is the application's current
 * one. 404 for anybody else's.
 */
export async function listOwnMessages(ctx: Ctx<'GET /candidate/users/{uuid}/messages'>): Promise<Reply> {
  const { platform, tenant, session, params, query } = ctx;
  if (params.uuid !== session.uuid) fail('NOT_FOUND');
  const { page = 1, pageSize = 20 } = query;
  const place = { from: (page - 1) * pageSize, size: pageSize };
  const rows = await platform.db
    .tenant(tenant.id)
    .many<Listed>(ownMessages(tenant.id, session.personId, place));
  const data = rows.flatMap((row) => {
    if (row.id === null) return [];
    const institution = row.institution_name ?? tenant.name;
    const said = shownMessage(row.template, row.channel, {
      ...(row.subscription_id ? { id: row.subscription_id } : {}),
      ...(row.course_name ? { curso: row.course_name } : {}),
      ...row.data,
      nome: firstName(shownName({ name: row.name, socialName: row.social_name })),
      instituicao: institution,
    });
    if (!said) return [];
    return [
      {
        id: row.id,
        channel: row.channel,
        state: row.state,
        at: isoInZone(row.changed_at, tenant.timeZone),
        institution,
        subscriptionId: row.subscription_id,
        ...said,
      },
    ];
  });
  return reply(200, { data, page, pageSize, total: rows[0]?.total ?? 0 });
}
