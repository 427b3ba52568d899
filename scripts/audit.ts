/**
 * Queries the registry for advisories about the packages in the lock file and fails on serious ones that are older than the
 * runbook allows. Exit codes: 0 none, 1 at least one, 3 unknown because the registry could not be reached.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Accepted, type AuditAnswer, advisoriesOf, judge } from './advisories.ts';
import { npm } from './npm.ts';

const NOBODY_ASKED = 3;
/** Source of the publication dates. */
const DAYS = process.env.ORBITA_ADVISORIES_URL ?? 'https://api.github.com/advisories';

const publishedOf = async (id: string): Promise<[string, Date] | undefined> => {
  try {
    const answer = await fetch(`${DAYS}/${id}`, { signal: AbortSignal.timeout(20_000) });
    const { published_at: at } = (await answer.json()) as { published_at?: string };
    const day = new Date(at ?? '');
    return Number.isNaN(day.getTime()) ? undefined : [id, day];
  } catch {
    return undefined;
  }
};

const askRegistry = (): AuditAnswer => {
  try {
    return JSON.parse(npm(['audit', '--json', '--package-lock-only'])) as AuditAnswer;
  } catch (error) {
    return { message: (error as Error).message };
  }
};

const answer = askRegistry();
const found = advisoriesOf(answer);
if (!found) {
  const why = answer.error?.summary || answer.message || answer.error?.code || 'no answer';
  console.error(`The registry could not be asked (${why}). Nothing is known about the packages: ask again.`);
  process.exit(NOBODY_ASKED);
}
const accepted = JSON.parse(
  readFileSync(join(import.meta.dirname, '../docs/advisories.json'), 'utf8'),
) as Accepted[];
const published = new Map(
  (await Promise.all(found.map(({ id }) => publishedOf(id)))).filter((one) => one !== undefined),
);
const verdicts = judge(found, published, accepted, new Date());
for (const { fails, severity, package: name, id, title, why } of verdicts)
  console.log(`${fails ? '✗' : '·'} ${severity} ${name} ${id}: ${title} (${why})`);
const failing = verdicts.filter(({ fails }) => fails).length;
console.log(`${verdicts.length} advisories, ${failing} of them too old`);
process.exit(failing > 0 ? 1 : 0);
