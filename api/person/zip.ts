import { searchForm } from '@orbita/domain/offering';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/types.ts';
import { storableBody } from '../platform/http/storable.ts';
import type { ZipPort } from '../platform/ports.ts';

const TIMEOUT_MS = 3000;

const MOST_LINE = 120;

const line = z
  .string()
  .transform((text) => text.trim())
  .pipe(z.string().min(1).max(MOST_LINE))
  .nullish()
  .catch(null);

/**
 * Answer of ViaCEP: the address, or `erro` for an unknown code. Its fields have come as text, numbers, null and empty, so each is
 * read by itself, and one that says nothing is missing.
 */
const answer = z.object({
  erro: z.union([z.boolean(), z.string(), z.number()]).nullish().catch(true),
  logradouro: line,
  bairro: line,
  localidade: line,
  uf: line,
  ibge: z
    .union([z.string(), z.number()])
    .transform((code) => String(code).trim())
    .pipe(z.string().regex(/^\d{7}$/))
    .transform(Number)
    .nullish()
    .catch(null),
});
type Found = z.output<typeof answer>;

const NO_ERROR: readonly string[] = ['', '0', 'false'];
const isUnknown = ({ erro }: Found): boolean =>
  !NO_ERROR.includes(
    String(erro ?? '')
      .trim()
      .toLowerCase(),
  );

/** Our city by its IBGE code, otherwise by name and state; undefined if we do not know it. */
const cityOf = (db: Database, { ibge, localidade, uf }: Found): Promise<{ id: number } | undefined> =>
  db.global.one<{ id: number }>(
    ibge
      ? sql`select id from city where id = ${ibge}`
      : sql`select c.id from city c join state s on s.id = c.state_id
          where s.uf = ${uf?.toUpperCase() ?? ''}::text and c.search_name = ${searchForm(localidade ?? '')}::text limit 1`,
  );

/**
 * Looks up postal codes with the ViaCEP protocol. A code in a city unknown to us counts as not found, because it could not be
 * saved, and so does an answer that says nothing usable; only one that is no JSON counts as a failure.
 */
export function createZip(config: Pick<Config, 'zip'>, db: Database): ZipPort {
  return {
    async find(zipCode) {
      if (!config.zip.url) throw new Error('No address for the postal code look-up is configured');
      const response = await fetch(`${config.zip.url}/${encodeURIComponent(zipCode)}/json/`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      });
      if (response.status === 400 || response.status === 404) {
        await response.body?.cancel();
        return undefined;
      }
      if (!response.ok) throw new Error(`The postal code look-up answered ${response.status}`);
      const text = await response.text();
      const { data } = answer.safeParse(storableBody(text, JSON.parse(text)));
      const city = data && !isUnknown(data) && (await cityOf(db, data));
      if (!city) return undefined;
      return { zipCode, street: data.logradouro ?? null, neighborhood: data.bairro ?? null, cityId: city.id };
    },
  };
}
