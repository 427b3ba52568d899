import { isoInZone } from '@orbita/domain/foundation';
import sql, { join, raw } from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import type { Tenant } from '../platform/http/context.ts';
import { leftOutOf, personalTables } from './tables.ts';

/** All data about a person, by section, with what is left out and why (LGPD art. 18 II and V). */
export async function copyOf(on: Runner, tenant: Tenant, personId: number, now: Date) {
  const dados: Record<string, unknown[]> = {};
  for (const { table, mine, section, columns } of personalTables) {
    if (section === null) continue;
    // Names of tables and columns come from the modules' own lists, never from a request.
    const names = join(columns.map((column) => raw(column)));
    dados[section] = await on.many(
      sql`select ${names} from ${raw(table)} where ${mine({ tenantId: tenant.id, personId })}`,
    );
  }
  return {
    geradoEm: isoInZone(now, tenant.timeZone),
    instituicao: tenant.name,
    formato: 'Datas em UTC (ISO 8601); valores em centavos de real.',
    dados,
    naoIncluido: personalTables.flatMap(leftOutOf),
  };
}
