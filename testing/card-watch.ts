import sql, { raw } from 'sql-template-tag';
import type { Platform } from '../api/platform/platform.ts';

/** The number as it is, and as people write it. */
const spellings = (number: string): string[] => {
  const fours = number.match(/.{1,4}/g) ?? [];
  return [number, fours.join(' '), fours.join('-'), fours.join('.')];
};

/**
 * Remembers the card numbers typed in a test run, and proves that none of them is in a log line or in any column of any tenant
 * (D-66).
 */
export class CardWatch {
  readonly #numbers = new Set<string>();

  note(number: string): void {
    this.#numbers.add(number);
  }

  /** @throws with the place of the first number found. Nothing is searched when no card was typed. */
  async check(platform: Platform, lines: readonly string[]): Promise<void> {
    const all = [...this.#numbers].flatMap(spellings);
    if (all.length === 0) return;
    for (const line of lines)
      for (const one of all)
        if (line.includes(one)) throw new Error(`D-66 the log shows a card number: ${line}`);
    for (const tenantId of await platform.db.tenantIds()) {
      const on = platform.db.tenant(tenantId);
      const tables = await on.many<{ name: string }>(sql`
        select c.relname as name from pg_class c
        where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and has_table_privilege(c.oid, 'select')
        order by c.relname`);
      for (const { name } of tables) {
        const patterns = JSON.stringify(all.map((one) => `%${one}%`));
        const found = await on.one(sql`
          select 1 from ${raw(`"${name}"`)} x
          where x::text like any(select jsonb_array_elements_text(${patterns}::jsonb)) limit 1`);
        if (found) throw new Error(`D-66 a card number stands in the table ${name} of tenant ${tenantId}`);
      }
    }
  }
}
