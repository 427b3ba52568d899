import type { IngressKind } from '@orbita/domain/offering';
import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import { isOpen, type OfferPlace } from './list-offers.ts';

type Found = {
  types: (1 | 2 | 3 | 4)[];
  ingresses: { kind: IngressKind; names: string[] }[];
  modalities: string[];
  poles: { id: number; description: string; city: string; uf: string }[];
};

/** Filter options of the open offers of a place, in a single statement: options that would find nothing are not offered. */
const filtersQuery = (tenantId: number, place: OfferPlace) => sql`
  with open_offer as (
    select o.id, o.type, im.kind, im.name
    from intake i
    join offer o on o.tenant_id = i.tenant_id and o.intake_id = i.id
    join ingress_mode im on im.tenant_id = o.tenant_id and im.id = o.ingress_mode_id
    join institution ins on ins.tenant_id = o.tenant_id and ins.id = o.institution_id
    where ${isOpen(tenantId, place)}
  ), given as (
    select distinct ocp.course_id, ocp.pole_id
    from open_offer oo
    join offer_course_pole ocp on ocp.tenant_id = ${tenantId} and ocp.offer_id = oo.id and ocp.retired_at is null
  )
  select
    (select coalesce(jsonb_agg(distinct oo.type), '[]') from open_offer oo) as types,
    (select coalesce(jsonb_agg(jsonb_build_object('kind', w.kind, 'names', w.names) order by w.kind), '[]') from (
      select oo.kind, jsonb_agg(distinct oo.name) as names from open_offer oo group by oo.kind) w) as ingresses,
    (select coalesce(jsonb_agg(distinct c.modality), '[]') from given g
      join course c on c.tenant_id = ${tenantId} and c.id = g.course_id and c.retired_at is null) as modalities,
    (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'description', p.description, 'city', ci.name,
        'uf', st.uf) order by p.description, p.id), '[]')
      from (select distinct g.pole_id from given g) g
      join pole p on p.tenant_id = ${tenantId} and p.id = g.pole_id and p.retired_at is null
      join city ci on ci.id = p.city_id
      join state st on st.id = ci.state_id) as poles`;

/** Filters of S-11 for a host or institution. */
export async function listFilters(on: Runner, place: OfferPlace): Promise<Found> {
  const found = await on.one<Found>(filtersQuery(on.tenantId, place));
  return found ?? { types: [], ingresses: [], modalities: [], poles: [] };
}
