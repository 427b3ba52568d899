import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { ProviderAccount } from '../platform/config.ts';
import { type CertificateUntil, ProviderUnavailable } from '../platform/ports.ts';
import { certificateRead } from '../platform/provider-measures.ts';

/** What our connections to a provider present and trust (PEM); empty for an account without a certificate. */
export type ClientTls = { cert?: Buffer; key?: Buffer; ca?: Buffer };
export type ClientCertificate = {
  /** @throws ProviderUnavailable when the files were never readable, or do not belong together. */
  tls(): Promise<ClientTls>;
  /** Of a chain, our own: files often end with roots that nobody needs any more. */
  until: CertificateUntil;
};

/** Files are looked at this often: an operator who renews a certificate waits no longer. */
const LOOK_MS = 60_000;

type Read = { stamp: string; tls: ClientTls; until: Date | undefined };

/**
 * The certificate files of an account. They are read again once they have changed, so that a renewed certificate needs no
 * restart; while the new files do not belong together (one is written after the other), the ones before stay in use.
 */
export function clientCertificate(
  { certFile, keyFile, caFile }: Pick<ProviderAccount, 'certFile' | 'keyFile' | 'caFile'>,
  provider: string,
  clock: () => number = () => performance.now(),
): ClientCertificate {
  const files = { cert: certFile, key: keyFile, ca: caFile };
  const named = Object.entries(files).flatMap(([part, file]) => (file ? [[part, file] as const] : []));
  let current: Read | undefined;
  let looked = Number.NEGATIVE_INFINITY;
  let looking: Promise<Read> | undefined;

  const stampOf = async (): Promise<string> => {
    const stats = await Promise.all(named.map(([, file]) => stat(file)));
    return stats.map(({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`).join();
  };
  const read = async (): Promise<Read> => {
    const stamp = await stampOf();
    if (current?.stamp === stamp) return current;
    const parts = await Promise.all(named.map(async ([part, file]) => [part, await readFile(file)] as const));
    const tls: ClientTls = Object.fromEntries(parts);
    // Throws for what a connection would refuse, such as a key of another certificate.
    createSecureContext(tls);
    const until = tls.cert && new X509Certificate(tls.cert).validToDate;
    if (until && certFile) certificateRead({ provider, file: certFile, until: until.getTime() / 1000 });
    return { stamp, tls, until };
  };
  const look = async (): Promise<Read> => {
    try {
      current = await read();
    } catch (error) {
      if (!current) {
        const text = `The certificate cannot be used: ${(error as Error).message}`;
        throw new ProviderUnavailable(text, { cause: error });
      }
    }
    looked = clock();
    return current;
  };
  const latest = (): Promise<Read> => {
    if (current && clock() - looked < LOOK_MS) return Promise.resolve(current);
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  return {
    tls: async () => (await latest()).tls,
    until: async () => (await latest()).until,
  };
}
