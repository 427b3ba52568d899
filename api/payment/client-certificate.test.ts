import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { selfSigned } from '../../testing/certificate.ts';
import { createMetrics } from '../platform/metrics.ts';
import { ProviderUnavailable, ProviderUnknown } from '../platform/ports.ts';
import { clientCertificate } from './client-certificate.ts';
import { createCaller, mayHaveRead } from './provider-http.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0).reverse()) close();
});

const UNTIL = new Date('2048-05-04T03:02:01Z');
const bank = selfSigned('bank', UNTIL);

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'orbita-certificate-'));
  closers.push(() => rmSync(path, { recursive: true }));
  /** Replaces a file at once, as secrets are renewed. */
  const put = (name: string, text: string): string => {
    writeFileSync(join(path, `${name}.new`), text);
    renameSync(join(path, `${name}.new`), join(path, name));
    return join(path, name);
  };
  return {
    put,
    account: (own: { cert: string; key: string }) => ({
      ...{ certFile: put('cert.pem', own.cert), keyFile: put('key.pem', own.key) },
      caFile: put('ca.pem', bank.cert),
    }),
  };
}

/** A bank that accepts clients with one of these certificates only; `seen` is whose calls it read. */
async function bankFor(certificates: string[], version: 'TLSv1.2' | 'TLSv1.3' = 'TLSv1.3') {
  const seen: unknown[] = [];
  const server = createServer(
    { ...bank, ca: certificates, requestCert: true, minVersion: version, maxVersion: version },
    (request, response) => {
      // Of this server, every socket is one of TLS.
      seen.push((request.socket as TLSSocket).getPeerCertificate().subject.CN);
      if (request.url === '/cut') request.socket.destroy();
      else response.end('{}');
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const LATER = 60_000;
const twice = <T>(one: T): [T, T] => [one, one];

describe('the certificate of an account', () => {
  it.each(['TLSv1.2', 'TLSv1.3'] as const)('is presented to the bank over %s', async (version) => {
    const own = selfSigned('college', UNTIL);
    const { url, seen } = await bankFor([own.cert], version);
    const certificate = clientCertificate(folder().account(own), 'pix');
    const call = createCaller({ tls: certificate.tls });
    expect(await call({ method: 'POST', url, headers: {}, body: '{}' })).toEqual({ status: 200, body: {} });
    expect(seen).toEqual(['college']);
    expect(await certificate.until()).toEqual(UNTIL);
  });

  // With TLS 1.3, a server of Node closes the connection without an alert, so nobody knows; what others say is below.
  it.each([
    ['that the bank does not know', selfSigned('college', UNTIL), selfSigned('another', UNTIL)],
    ['that expired', ...twice(selfSigned('college', new Date('2021-01-01T00:00:00Z')))],
  ])('%s has charged nothing', async (_which, own, known) => {
    const { url, seen } = await bankFor([known.cert], 'TLSv1.2');
    const call = createCaller({ tls: clientCertificate(folder().account(own), 'pix').tls });
    await expect(call({ method: 'POST', url, headers: {}, body: '{}' })).rejects.toBeInstanceOf(
      ProviderUnavailable,
    );
    expect(seen).toEqual([]);
  });

  it('is read again once it is renewed, and not while its key is missing', async () => {
    const { put, account } = folder();
    const [first, second] = [
      selfSigned('first', UNTIL),
      selfSigned('second', new Date('2049-01-01T00:00:00Z')),
    ];
    const { url, seen } = await bankFor([first.cert, second.cert]);
    let now = 0;
    const certificate = clientCertificate(account(first), 'pix', () => now);
    const call = createCaller({ tls: certificate.tls });
    const ask = () => call({ method: 'GET', url, headers: {} });
    await ask();
    put('cert.pem', second.cert);
    now += LATER;
    await ask();
    expect(await certificate.until()).toEqual(UNTIL);
    put('key.pem', second.key);
    await ask();
    now += LATER;
    await ask();
    expect(seen).toEqual(['first', 'first', 'first', 'second']);
    expect((await certificate.until())?.getUTCFullYear()).toBe(2049);
  });

  it.each([
    ['a file that does not exist', () => ({ certFile: '/nowhere.pem' }), 'ENOENT'],
    ['a file that is no certificate', (put: Put) => ({ certFile: put('cert.pem', 'x') }), 'PEM'],
    [
      'a key of another certificate',
      (put: Put) => ({
        certFile: put('cert.pem', selfSigned('a', UNTIL).cert),
        keyFile: put('key.pem', selfSigned('b', UNTIL).key),
      }),
      'key values mismatch',
    ],
  ])('with %s means that nothing was sent', async (_what, files, words) => {
    const { put } = folder();
    const failing = clientCertificate(files(put), 'pix');
    const failure = await createCaller({ tls: failing.tls })({
      ...{ method: 'POST' as const, url: 'https://127.0.0.1:1', headers: {} },
    }).catch((error: Error) => error);
    expect(failure).toBeInstanceOf(ProviderUnavailable);
    expect((failure as Error).message).toContain(words);
    await expect(failing.until()).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it('that was missing is found as soon as it is there', async () => {
    const { put, account } = folder();
    const own = selfSigned('college', UNTIL);
    const files = account(own);
    put('key.pem', '');
    const certificate = clientCertificate(files, 'pix');
    await expect(certificate.tls()).rejects.toBeInstanceOf(ProviderUnavailable);
    put('key.pem', own.key);
    expect(await certificate.until()).toEqual(UNTIL);
  });

  it('that ends first of all accounts is measured for each provider, whatever else is in its file', async () => {
    const metrics = createMetrics();
    closers.push(() => metrics.close());
    const root = selfSigned('authority', new Date('2021-01-01T00:00:00Z')).cert;
    const [own, other] = [
      selfSigned('college', new Date('2030-01-01T00:00:00Z')),
      selfSigned('other', UNTIL),
    ];
    const renewed = selfSigned('college', new Date('2049-01-01T00:00:00Z'));
    const files = folder();
    const account = files.account({ ...own, cert: own.key + own.cert + root });
    let now = 0;
    const certificate = clientCertificate(account, 'pix', () => now);
    await certificate.until();
    await clientCertificate(folder().account(other), 'pix').until();
    const measure = async () =>
      /^orbita_provider_certificate_until_seconds\{provider="pix"\} (\d+)$/m.exec(
        await metrics.registry.metrics(),
      )?.[1];
    expect(await measure()).toBe('1893456000');
    files.put('key.pem', renewed.key);
    files.put('cert.pem', renewed.cert);
    now += LATER;
    await certificate.until();
    expect(await measure()).toBe(String(UNTIL.getTime() / 1000));
  });

  it('an account without one needs no file', async () => {
    const none = clientCertificate({}, 'pix');
    expect([await none.tls(), await none.until()]).toEqual([{}, undefined]);
  });
});

type Put = ReturnType<typeof folder>['put'];

describe('what was sent to a bank', () => {
  // As Node names the alerts of OpenSSL 3.5 (`openssl s_server -Verify 2`) and of the releases before.
  it.each([
    ['ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_EXPIRED', false],
    ['ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED', false],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', false],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', false],
    ['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', true],
    ['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', true],
    ['ERR_TLS_CERT_ALTNAME_INVALID', true],
    ['ECONNRESET', true],
    [undefined, true],
  ])('may have been read before %s: %s', (code, read) => {
    expect([mayHaveRead(code, true), mayHaveRead(code, false)]).toEqual([read, false]);
  });

  it('is unknown once the connection is secure, known before', async () => {
    const own = selfSigned('college', UNTIL);
    const { url, seen } = await bankFor([own.cert]);
    const { tls } = clientCertificate(folder().account(own), 'pix');
    const call = createCaller({ tls });
    await expect(call({ method: 'POST', url: `${url}/cut`, headers: {} })).rejects.toBeInstanceOf(
      ProviderUnknown,
    );
    expect(seen).toEqual(['college']);
    // Accepts connections and closes or keeps them without a handshake.
    const closing = createTcp((socket) => socket.destroy());
    const silent = createTcp(() => undefined);
    for (const [server, answerMs] of [
      [closing, 8000],
      [silent, 300],
    ] as const) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
      closers.push(() => server.close());
      const { port } = server.address() as AddressInfo;
      const secure = { method: 'POST' as const, url: `https://127.0.0.1:${port}`, headers: {} };
      await expect(createCaller({ tls, answerMs })(secure)).rejects.toBeInstanceOf(ProviderUnavailable);
      const plain = { ...secure, url: `http://127.0.0.1:${port}` };
      await expect(createCaller({ answerMs })(plain)).rejects.toBeInstanceOf(ProviderUnknown);
    }
  });

  it('is unknown of a call that was given the connection of another', async () => {
    const own = selfSigned('college', UNTIL);
    const { url, seen } = await bankFor([own.cert]);
    const call = createCaller({ tls: clientCertificate(folder().account(own), 'pix').tls });
    // More than the connections of an account: the last ones wait for those before.
    const sent = Array.from({ length: 30 }, (_, at) =>
      call({ method: 'POST', url: at < 20 ? url : `${url}/cut`, headers: {} }).catch((error: Error) => error),
    );
    const ended = await Promise.all(sent);
    expect(ended.slice(20).every((one) => one instanceof ProviderUnknown)).toBe(true);
    expect(seen).toHaveLength(30);
  });
});
