import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { keySql, type RowKind, STORED } from './stored.ts';
import { idOf, idsByCode } from './upsert.ts';

/** Ids of referenced rows, by the keys a catalogue uses for them; validation guarantees that they exist. */
export class Ids {
  readonly #tx: Tx;
  readonly #known = new Map<RowKind, Map<string, number>>();
  #homes = new Map<string, string>();

  constructor(tx: Tx) {
    this.#tx = tx;
  }

  /** Loads these kinds unless they have been loaded since they were last written. */
  async load(kinds: readonly RowKind[]): Promise<void> {
    for (const kind of new Set(kinds)) {
      if (this.#known.has(kind)) continue;
      this.#known.set(kind, await idsByCode(this.#tx, `${STORED[kind].table} t`, keySql(kind)));
      if (kind === 'courses') this.#homes = await this.#homesOfCourses();
    }
  }

  forget(kind: RowKind): void {
    this.#known.delete(kind);
  }

  of(kind: RowKind, key: string): number {
    return idOf(this.#known.get(kind) ?? new Map(), key);
  }

  /** Id of what an entry references by code. An intake belongs to the entry's institution or, failing that, to its course's. */
  referred(
    kind: RowKind,
    entry: { institution?: unknown; course?: unknown },
    code: string | null,
  ): number | null {
    if (code === null) return null;
    const institution = entry.institution ?? this.#homes.get(String(entry.course));
    return this.of(kind, kind === 'intakes' ? `${institution}/${code}` : code);
  }

  async #homesOfCourses(): Promise<Map<string, string>> {
    const rows = await this.#tx.many<{ course: string; institution: string }>(sql`
      select c.code as course, i.code as institution from course c
      join institution i on i.tenant_id = c.tenant_id and i.id = c.institution_id where c.tenant_id = ${this.#tx.tenantId}`);
    return new Map(rows.map(({ course, institution }) => [course, institution]));
  }
}
