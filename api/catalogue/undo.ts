import type { Runner } from '../platform/database/types.ts';
import { fail } from '../platform/http/errors.ts';
import type { Edit } from './edit.ts';
import { type Catalogue, isKind, keyOf } from './model.ts';
import type { Named } from './slice.ts';
import { changesOf, findVersion } from './versions.ts';

/** Most entries undone at once; what a whole file did is undone with a file. */
const MOST_UNDONE = 5_000;

/**
 * Edits that restore the state before a version. Entries created by the version and removed since are skipped.
 * @throws `NOT_FOUND` for a number that doesn't exist, `STATE_CONFLICT` for a version that keeps no entries (such as a tenant's
 * first), changed too many, or created a contract.
 */
export async function undoEdits(
  on: Runner,
  version: number,
): Promise<{ edits: (current: Catalogue) => Edit[]; named: Named[]; files: Record<string, string> }> {
  const found = await findVersion(on, 'UTC', version);
  const changes = await changesOf(on, version, MOST_UNDONE + 1);
  if (changes.length < found.entries || changes.length > MOST_UNDONE) fail('STATE_CONFLICT');
  // A text that somebody may have accepted is kept forever.
  if (changes.some(({ kind, action }) => kind === 'contracts' && action === 'create')) fail('STATE_CONFLICT');
  const named = changes.map(({ kind, code, before, after }) => ({
    kind,
    code,
    entry: (before ?? after) as object | null,
    removed: before === null,
  }));
  const edits = (current: Catalogue): Edit[] =>
    changes.flatMap(({ kind, code, before }): Edit[] => {
      if (kind === 'assets') return [];
      const stands =
        !isKind(kind) || (current[kind] as object[]).some((entry) => keyOf(kind, entry as never) === code);
      if (before === null)
        return stands ? [{ kind, code, remove: true, copied: found.source === 'copy' }] : [];
      const set = before as Record<string, unknown>;
      return [stands ? { kind, code, set, whole: true } : { kind, code, set, create: true }];
    });
  const pictures = changes.flatMap(({ kind, code, before }): [string, string][] =>
    kind === 'assets' && before !== null ? [[code, (before as { content: string }).content]] : [],
  );
  return { edits, named, files: Object.fromEntries(pictures) };
}
