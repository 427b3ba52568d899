import { isoInZone, toAmount } from '@orbita/domain/foundation';
import sql, { type Sql } from 'sql-template-tag';
import { operatorOf } from '../../caller/operator.ts';
import type { Ctx, Service, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { ok, type Route, reply, route } from '../../platform/http/route.ts';
import { withHeldKey, withKey } from '../../platform/http/with-key.ts';
import { listPage } from '../../platform/lists/list-page.ts';
import { maySee, ownedBy } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ImportedReturn, importReturn, NO_DAY, type ReturnLine } from '../slip-files/import-return.ts';
import { decoded } from '../slip-files/read-return.ts';
import { makeRemittance } from '../slip-files/remittance.ts';
import { type FilingInstitution, filingInstitution } from '../slip-files/settings.ts';
import { secondForReturn } from './second-slip-return.ts';

type Row = {
  id: number;
  institution: string;
  bank: string;
  agreement: string;
  sequence: number;
  entries: number;
  write_offs: number;
  total_cents: number;
  has_file: boolean;
  created_by: string;
  created_at: Date;
};

const COLUMNS = sql`r.id, i.code as institution, r.bank, r.agreement, r.sequence, r.entries, r.write_offs, r.total_cents,
  r.content is not null as has_file, r.created_by, r.created_at`;
const JOINS = sql`join institution i on i.tenant_id = r.tenant_id and i.id = r.institution_id`;

const present = (row: Row, zone: string) => ({
  ...{ id: row.id, institution: row.institution, bank: row.bank, agreement: row.agreement },
  ...{ sequence: row.sequence, entries: row.entries, writeOffs: row.write_offs },
  ...{ total: toAmount(row.total_cents), hasFile: row.has_file, createdBy: row.created_by },
  createdAt: isoInZone(row.created_at, zone),
});

const countsOf = (lines: readonly ReturnLine[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { outcome } of lines) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
};

const presentReturn = (institution: string, { id, bank, sequence, day, lines }: ImportedReturn) => {
  return {
    ...{ id, institution, bank, sequence, day, counts: countsOf(lines) },
    lines: lines.map(({ paidCents, ...line }) => ({
      ...line,
      paid: paidCents === null ? null : toAmount(paidCents),
    })),
  };
};

type ReturnRow = {
  id: number;
  institution: string;
  bank: string;
  sequence: number;
  day: string;
  lines: ReturnLine[];
  imported_by: string;
  read_at: Date;
};

const RETURN = sql`r.id, i.code as institution, r.bank, r.sequence, r.file_day as day, r.lines, r.imported_by, r.read_at`;

const presentReadReturn = (row: ReturnRow, zone: string) => ({
  ...{ id: row.id, institution: row.institution, bank: row.bank, sequence: row.sequence },
  ...{ day: row.day === NO_DAY ? null : row.day, counts: countsOf(row.lines) },
  ...{ importedBy: row.imported_by, readAt: isoInZone(row.read_at, zone) },
});

/** The institution of a request, if the token may see it and its slips go by file. */
async function wanted(
  platform: Platform,
  tenant: Tenant,
  service: Service,
  code: string,
): Promise<FilingInstitution> {
  if (!maySee(service, code)) fail('INSTITUTION_UNKNOWN');
  const found = await filingInstitution(platform.db.tenant(tenant.id), code);
  if (found === 'unknown') fail('INSTITUTION_UNKNOWN');
  if (found === 'not-by-file') fail('SLIPS_NOT_BY_FILE');
  return found;
}

/** File name: institution, day and sequence number, with the extension that banks know. */
const fileName = ({ institution, sequence, created_at: at }: Row, zone: string): string =>
  `${institution}-${isoInZone(at, zone).slice(0, 10)}-${String(sequence).padStart(6, '0')}.rem`;

type Listing = Pick<Ctx<'GET /operations/slip-remittances'>, 'tenant' | 'service' | 'query'>;

/** A page of files of the institutions that the caller can see, newest first. */
const filesOf = <R extends object, J>(
  platform: Platform,
  { tenant, service, query }: Listing,
  { table, columns, at }: { table: string; columns: Sql; at: Sql },
  present: (row: R, zone: string) => J,
) =>
  listPage<R, J>(
    platform.db.tenant(tenant.id),
    {
      from: [table, 'r'],
      where: sql`r.tenant_id = ${tenant.id}${ownedBy(tenant.id, service, query, sql`r.institution_id`)}`,
      columns,
      joins: JOINS,
      at,
      newestFirst: true,
    },
    query,
    (row) => present(row, tenant.timeZone),
  );

const REMITTANCES = { table: 'slip_remittance', columns: COLUMNS, at: sql`r.created_at` };
const RETURNS = { table: 'slip_return', columns: RETURN, at: sql`r.read_at` };

/** Operations on slips sent to banks in files (spec 14.8, 17.2). */
export const slipFileRoutes = (platform: Platform): Route[] => [
  ok('GET /operations/slip-remittances', (ctx) => filesOf(platform, ctx, REMITTANCES, present)),
  route('GET /operations/slip-remittances/{id}/file', async ({ tenant, service, params }) => {
    const row = await platform.db.tenant(tenant.id).one<Row & { content: string | null }>(sql`
      select ${COLUMNS}, r.content from slip_remittance r ${JOINS}
      where r.tenant_id = ${tenant.id} and r.id = ${params.id}`);
    if (!row || row.content === null || !maySee(service, row.institution)) fail('NOT_FOUND');
    return reply(200, { name: fileName(row, tenant.timeZone), content: row.content });
  }),
  route('POST /operations/slip-remittances', (ctx) =>
    withKey(ctx, async (write) => {
      const { tenant, service } = ctx;
      const institution = await wanted(platform, tenant, service, ctx.body().institution);
      return write(async (tx) => {
        const id = await makeRemittance(tx, platform, institution, operatorOf(service));
        const row = await tx.one<Row>(sql`
          select ${COLUMNS} from slip_remittance r ${JOINS} where r.tenant_id = ${tenant.id} and r.id = ${id}`);
        if (!row) throw new Error(`Remittance ${id} was not stored`);
        return reply(201, present(row, tenant.timeZone));
      });
    }),
  ),
  ok('GET /operations/slip-returns', (ctx) => filesOf(platform, ctx, RETURNS, presentReadReturn)),
  route('GET /operations/slip-returns/{id}', async ({ tenant, service, params }) => {
    const row = await platform.db.tenant(tenant.id).one<ReturnRow>(sql`
      select ${RETURN} from slip_return r ${JOINS} where r.tenant_id = ${tenant.id} and r.id = ${params.id}`);
    if (!row || !maySee(service, row.institution)) fail('NOT_FOUND');
    const { counts: _counts, ...said } = presentReturn(row.institution, { ...row, lines: row.lines });
    return reply(200, { ...said, ...presentReadReturn(row, tenant.timeZone) });
  }),
  route('POST /operations/slip-returns', (ctx) =>
    // Each line is its own transaction, so that a long file blocks nobody.
    withHeldKey(ctx, async () => {
      const { tenant, service } = ctx;
      const { institution: code, file, encoding } = ctx.body();
      const institution = await wanted(platform, tenant, service, code);
      const content = decoded(file, encoding);
      if (service.staff)
        return platform.db.write(tenant.id, (tx) => secondForReturn(tx, ctx, code, institution, content));
      const read = await importReturn(platform, tenant.id, institution, content, operatorOf(service));
      return reply(200, presentReturn(code, read));
    }),
  ),
];
