import { join } from 'node:path';
import { applyCatalogue } from '../../api/catalogue/apply.ts';
import { readFolder } from '../../api/catalogue/folder.ts';
import { shiftOf } from '../../api/catalogue/shift.ts';
import type { Platform } from '../../api/platform/platform.ts';
import { tenantByAlias } from '../../api/tenancy/hosts.ts';
import { loadReference } from '../../api/tenancy/reference.ts';
import { createTenant } from '../../api/tenancy/tenants.ts';

const ALFA = join(import.meta.dirname, '../../catalogue/alfa');

const decoded = (text: string): string => Buffer.from(text, 'base64').toString();
const encoded = (text: string): string => Buffer.from(text).toString('base64');

/** Adds a college with the offers of the demo's first one, under its own hosts (`cua.{alias}.orbita.test`). */
export async function addCollege(platform: Platform, alias: string): Promise<void> {
  await loadReference(platform.db);
  await createTenant(platform, { alias, name: `Grupo ${alias} Exemplo`, hosts: [] });
  const tenant = await tenantByAlias(platform, alias);
  if (!tenant) throw new Error(`No college ${alias} could be made`);
  const { yaml, files = {} } = readFolder(ALFA);
  const named = Object.entries(files).map(([path, text]): [string, string] => {
    if (!path.endsWith('.yaml')) return [path, text];
    const own = decoded(text)
      .replaceAll(/alfa\.(orbita\.test|localhost)/g, `${alias}.$1`)
      .replaceAll(/\balfa\//g, `${alias}/`)
      .replace(/^ {2}alias: alfa$/m, `  alias: ${alias}`)
      // The names of this machine belong to the demo's college.
      .replaceAll(/^ {2}- .*host: (?:localhost|127\.0\.0\.1) \}\n/gm, '');
    return [path, encoded(own)];
  });
  const today = platform.clock.now().toISOString().slice(0, 10);
  await applyCatalogue(
    platform,
    tenant,
    { yaml, files: Object.fromEntries(named) },
    { shift: ({ anchor }) => (anchor ? shiftOf(anchor, today) : 0), withoutSecrets: true },
  );
}
