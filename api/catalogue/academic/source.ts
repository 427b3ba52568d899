import { withoutFinalSlashes } from '@orbita/domain/foundation';
import { type AcademicSource, type Config, sourceOf } from '../../platform/config.ts';
import { type AcademicCataloguePort, ProviderUnavailable, ProviderUnknown } from '../../platform/ports.ts';

const ANSWER_MS = 15_000;
const MOST_BYTES = 10 * 1024 * 1024;

/** Reads a body of untrusted size, up to a limit. */
async function boundedText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MOST_BYTES) throw new ProviderUnavailable(`answered more than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

async function ask(
  { url, key }: AcademicSource,
  alias: string,
  patienceMs: number,
): Promise<string | undefined> {
  const address = `${withoutFinalSlashes(url)}/tenants/${encodeURIComponent(alias)}/catalogue`;
  const response = await fetch(address, {
    headers: { accept: 'application/json', authorization: `Bearer ${key}` },
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  });
  if (response.status === 404) {
    await response.body?.cancel();
    return undefined;
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new ProviderUnavailable(`answered ${response.status}`);
  }
  return boundedText(response);
}

/**
 * Reads academic catalogues over HTTP: from one address per tenant, or one for all (spec 2.5). Both the size of the response
 * and the time until its last byte are bounded.
 */
export function createAcademicCatalogue(
  config: Pick<Config, 'academicCatalogues'>,
  patienceMs: number = ANSWER_MS,
): AcademicCataloguePort {
  return {
    isConfigured: (alias) => sourceOf(config, alias) !== undefined,
    async read(alias) {
      const source = sourceOf(config, alias);
      if (!source) return undefined;
      try {
        return await ask(source, alias, patienceMs);
      } catch (error) {
        if (error instanceof ProviderUnavailable) throw error;
        const name = error instanceof Error ? error.name : 'error';
        throw new ProviderUnknown(name === 'TimeoutError' ? 'did not answer in time' : 'was not reached', {
          cause: error,
        });
      }
    },
  };
}
