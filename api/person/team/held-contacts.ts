import { isoInZone } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';
import sql, { type Sql } from 'sql-template-tag';
import { actorName } from '../../caller/operator.ts';
import { contactHeld, heldUntil, isHeld } from '../../identity/held-contact.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import type { Platform } from '../../platform/platform.ts';
import { appliedAt } from './applied-at.ts';

type Shown = Answer<'GET /operations/held-contacts'>['data'][number];
type Row = {
  person_id: number;
  name: string;
  made_by: string;
  at: Date;
  email_held: boolean;
  cell_phone_held: boolean;
  email_held_until: Date | null;
  cell_phone_held_until: Date | null;
  held_by: number[];
};

const correctedAt = (codes: readonly string[] | null): Sql =>
  appliedAt({ as: 'c', person: 'person_id' }, codes);

/**
 * Corrections `c` that represent held contacts: the latest one of each person, at these institutions (null: all). A correction
 * that was confirmed, or replaced by one that is not held, holds nothing back.
 */
export const heldAt = (tenantId: number, codes: readonly string[] | null): Sql => sql`
  c.tenant_id = ${tenantId} and ${isHeld(sql`c`)}
  and not exists(select from person_correction n where n.tenant_id = c.tenant_id and n.person_id = c.person_id
    and n.id > c.id and ${isHeld(sql`n`)})
  and exists(select from person p where p.tenant_id = c.tenant_id and p.id = c.person_id and p.anonymised_at is null
    and (${contactHeld('email')} or ${contactHeld('cellPhone')}))
  and ${correctedAt(codes)}`;

/** Team members who corrected held contacts of the person of the correction `c`. */
export const heldBy = sql`array(select h.staff_id::int from person_correction h
  where h.tenant_id = c.tenant_id and h.person_id = c.person_id and ${isHeld(sql`h`)})`;

/** People whose corrected contacts await a second person (spec 25.6.3). */
export const heldContactRoutes = (platform: Platform): Route[] => [
  route('GET /operations/held-contacts', async ({ tenant, service, query }) => {
    const { institution } = query;
    const inZone = (at: Date | null) => at && isoInZone(at, tenant.timeZone);
    const list: List = {
      from: ['person_correction', 'c'],
      where: sql`${heldAt(tenant.id, service.institutions)}
        and ${correctedAt(institution === undefined ? null : [institution])}`,
      columns: sql`c.person_id, p.name, c.made_by, c.at, ${contactHeld('email')} as email_held,
        ${contactHeld('cellPhone')} as cell_phone_held, ${heldUntil('email')} as email_held_until,
        ${heldUntil('cellPhone')} as cell_phone_held_until, ${heldBy} as held_by`,
      joins: sql`join person p on p.tenant_id = c.tenant_id and p.id = c.person_id`,
      at: sql`c.at`,
      bounded: {
        tenant: sql`c.tenant_id = ${tenant.id}`,
        most: platform.config.listLook,
        ways: [[isHeld(sql`c`)]],
      },
    };
    const page = await listPage<Row, Shown>(platform.db.tenant(tenant.id), list, query, (row) => {
      const until = [
        ...(row.email_held ? [row.email_held_until] : []),
        ...(row.cell_phone_held ? [row.cell_phone_held_until] : []),
      ];
      return {
        personId: row.person_id,
        name: row.name,
        channels: [
          ...(row.email_held ? (['email'] as const) : []),
          ...(row.cell_phone_held ? (['sms'] as const) : []),
        ],
        correctedBy: actorName(row.made_by),
        at: isoInZone(row.at, tenant.timeZone),
        heldUntil: until.includes(null)
          ? null
          : inZone(until.flatMap((at) => at ?? []).toSorted((one, other) => +other - +one)[0] ?? null),
        mayRelease: service.staff !== undefined && !row.held_by.includes(service.staff.id),
      };
    });
    return reply(200, page);
  }),
];
