import sql from 'sql-template-tag';
import { sha256 } from '../contract/render.ts';
import { paperProblem } from '../contract/try-text.ts';
import type { Platform } from '../platform/platform.ts';
import type { Catalogue } from './model.ts';
import type { DatabaseProblem } from './occupied.ts';

/** Longest word of a text that a message quotes in full. */
const MOST_QUOTED = 60;
const shorter = (text: string): string =>
  text.replace(/\S{60,}/g, (word) => `${word.slice(0, MOST_QUOTED)}…`);

/**
 * Contract texts whose PDF wouldn't show everything that is accepted (spec 13.1, 17.2). Checks only texts that would be
 * written: those already in the database were checked when they arrived.
 */
export async function paperProblems(
  platform: Platform,
  tenantId: number,
  { contracts }: Catalogue,
): Promise<DatabaseProblem[]> {
  const problems: DatabaseProblem[] = [];
  const known = await platform.db.tenant(tenantId).many<{ code: string; html: string }>(sql`
    select distinct on (code) code, html from contract_template
    where tenant_id = ${tenantId} order by code, version desc`);
  const stands = new Map(known.map(({ code, html }) => [code, html]));
  for (const [index, { code, title, html }] of contracts.entries()) {
    if (stands.get(code) === html) continue;
    const problem = await paperProblem(tenantId, { title, html, key: sha256(html) });
    if (problem)
      problems.push({
        spot: { kind: 'contracts', index, path: ['file'] },
        message: shorter(problem),
        capacity: false,
      });
  }
  return problems;
}
