import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/types.ts';
import type { ZipPort } from '../platform/ports.ts';

const TIMEOUT_MS = 3000;

/** Response of ViaCEP: 200 with the address, or 200 with `erro` for an unknown code. */
const answer = z.object({
  erro: z.union([z.boolean(), z.string()]).optional(),
  logradouro: z.string().optional(),
  bairro: z.string().optional(),
  ibge: z.string().optional(),
});

const filled = (value: string | undefined): string | null => value?.trim() || null;

/**
 * Looks up postal codes with the ViaCEP protocol. A code in a city unknown to us counts as not found, because it could not be
 * saved.
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
      const found = answer.parse(await response.json());
      const cityId = Number(found.ibge);
      if (found.erro || !Number.isInteger(cityId) || cityId <= 0) return undefined;
      const city = await db.global.one(sql`select id from city where id = ${cityId}`);
      if (!city) return undefined;
      return { zipCode, street: filled(found.logradouro), neighborhood: filled(found.bairro), cityId };
    },
  };
}
