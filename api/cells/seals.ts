import type { Row } from '../platform/database/types.ts';
import { seal, unseal } from '../platform/seal.ts';
import { asReplica, type Ends } from './rows.ts';
import { quoted } from './tables.ts';

const ROWS = 200;

type Secrets = readonly string[];
type Sealer = (sealed: string) => string | undefined;

/** Opens sealed texts; undefined when no secret opens one, because nobody can read it then. */
const opening = (secrets: Secrets, tenantId: number, purpose: string): Sealer => {
  const place = { secrets, tenantId, purpose };
  return (sealed) => {
    try {
      return unseal(place, sealed);
    } catch {
      return undefined;
    }
  };
};

type Change = { id: unknown; column: string; sealed: string };

/** Sealed values of some rows that the target does not have under its own secret. */
function missingOf(
  rows: readonly Row[],
  there: ReadonlyMap<unknown, Row>,
  columns: readonly string[],
  open: { here: Sealer; there: Sealer; seal: (text: string) => string },
): Change[] {
  return rows.flatMap((row) =>
    columns.flatMap((column) => {
      const [sealed, now] = [row[column], there.get(row.id)?.[column]];
      if (typeof sealed !== 'string' || sealed === '') return [];
      const text = open.here(sealed);
      if (text === undefined) return now === sealed ? [] : [{ id: row.id, column, sealed }];
      if (typeof now === 'string' && open.there(now) === text) return [];
      return [{ id: row.id, column, sealed: open.seal(text) }];
    }),
  );
}

/**
 * Seals at the target, with its secret, what is sealed at the source; values that already are so are left. Returns how many were
 * not, which is zero in a second run, so that it proves the first. With `only`, nothing is changed.
 */
export async function syncSealed(
  ends: Ends,
  secrets: { source: Secrets; target: Secrets },
  only?: 'compare',
): Promise<number> {
  const { source, target, ids, sealed } = ends;
  let done = 0;
  for (const { table, columns, purpose } of sealed) {
    const place = { secrets: secrets.target, tenantId: ids.target, purpose };
    const open = {
      here: opening(secrets.source, ids.source, purpose),
      there: opening(secrets.target, ids.target, purpose),
      seal: (text: string) => seal(place, text),
    };
    const named = columns.map(quoted).join(', ');
    for (let after: unknown = 0; ; ) {
      const rows = await source(
        `select id, ${named} from ${quoted(table)} where tenant_id = $1 and id > $2 order by id limit ${ROWS}`,
        [ids.source, after],
      );
      const found = await target(
        `select id, ${named} from ${quoted(table)} where tenant_id = $1 and id = any($2)`,
        [ids.target, rows.map(({ id }) => id)],
      );
      const changes = missingOf(rows, new Map(found.map((row) => [row.id, row])), columns, open);
      done += changes.length;
      if (only === undefined && changes.length > 0)
        await asReplica(target, async () => {
          for (const change of changes)
            await target(
              `update ${quoted(table)} set ${quoted(change.column)} = $3 where tenant_id = $1 and id = $2`,
              [ids.target, change.id, change.sealed],
            );
        });
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
    }
  }
  return done;
}
