import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import { compileInThread } from './clean-in-thread.ts';
import { CLEANING, type Compiled } from './compile.ts';
import type { ContractTemplate } from './store.ts';
import type { Part } from './template.ts';

/** Texts that this process is currently cleaning; concurrent callers wait for the same result. */
const going = new Map<string, Promise<Compiled>>();

function cleaned(tenantId: number, id: number, html: string): Promise<Compiled> {
  const key = `${tenantId}/${id}`;
  const found = going.get(key);
  if (found) return found;
  const begun = compileInThread(tenantId, html).finally(() => going.delete(key));
  going.set(key, begun);
  return begun;
}

/**
 * The parts of a contract text, as needed by `fillTemplate`. The first request for a text has it cleaned, in a thread; later ones
 * read the result. Throws when the text cannot be used, or was not cleaned in time.
 * @param on the caller's transaction, if there is one.
 */
export async function contractText(on: Runner, { id, compiled }: ContractTemplate): Promise<readonly Part[]> {
  const text = compiled ?? (await cleanOnce(on, id));
  if (!text.parts) throw new Error(`The contract text cannot be used: ${text.problems.join('; ')}`);
  return text.parts;
}

async function cleanOnce(on: Runner, id: number): Promise<Compiled> {
  const row = await on.one<{ html: string }>(sql`
    select html from contract_template where tenant_id = ${on.tenantId} and id = ${id}`);
  const compiled = await cleaned(on.tenantId, id, row?.html ?? '');
  await on.many(sql`
    insert into contract_text (tenant_id, contract_template_id, cleaning, compiled)
    values (${on.tenantId}, ${id}, ${CLEANING}::int, ${JSON.stringify(compiled)}::jsonb)
    on conflict do nothing returning cleaning`);
  return compiled;
}
