import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { startFauxqs } from 'fauxqs';
import { createClock } from '../../api/platform/clock.ts';
import { sha256, signatureOf } from './sigv4.ts';

/** A call as received by the server. */
export type Call = {
  method: string;
  bucket: string;
  key: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  bytes: number;
};

/** How the server fails, or deviates, at a call. */
export type Fault =
  /** Refuses, or is busy, before doing anything. */
  | { refuse: number; code?: string; headers?: Record<string, string> }
  /** Does its work and then answers with an error. */
  | { after: number; code?: string }
  /** Does its work and drops the connection before its answer. */
  | 'lost-answer'
  /** Answers 200 and then reports in the body that it failed; nothing was done. */
  | 'error-in-200'
  /** Drops the connection in the middle of the content. */
  | 'cut'
  /** Ends the content early, without a length that would reveal it. */
  | 'short'
  /** Ignores the requested range and reads from the beginning. */
  | 'no-ranges'
  /** Says that a list goes on, but not where. */
  | 'no-token'
  /** Never answers. */
  | 'silent';

type Played = { when: (call: Call) => boolean; what: Fault; times: number };

const DAY_SKEW_MS = 15 * 60_000;
/** Refused by many stores, and required by none. */
const REFUSED_HEADERS = ['x-amz-acl', 'x-amz-sdk-checksum-algorithm', 'x-amz-trailer', 'expect'];

const xml = (code: string, message = code) =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message><RequestId>1</RequestId></Error>`;

const momentOf = (date: string): number =>
  Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));

export type TestS3 = Awaited<ReturnType<typeof startS3>>;

/**
 * An S3 for tests: fauxqs behind a proxy as strict as the strictest store – every call signed, no access without a key, no
 * trailing checksums, no ACL, no unknown length – and, if a test says so, with the oddest behaviour.
 */
export async function startS3(
  options: { id?: string; secret?: string; region?: string; bucket?: string; prefix?: string } = {},
) {
  const { id = 'AKIATEST', secret = 'the secret of the bucket', region = 'sa-east-1' } = options;
  const { bucket = 'orbita-files', prefix = '' } = options;
  const clock = createClock();
  const store = await startFauxqs({ port: 0, logger: false, host: '127.0.0.1' });
  store.createBucket(bucket);
  const calls: Call[] = [];
  const played: Played[] = [];
  const uploads = new Map<string, { key: string; begun: number }>();
  let versions: { key: string; n: number; at: number; marker: boolean }[] = [];
  let written = 0;
  const server = {
    /** Most objects on a page of a list. */
    pageSize: 1000,
    /** Milliseconds by which its clock differs from ours. */
    skewMs: 0,
    /** Whether callers without a key may read, list, or neither. */
    open: 'to-nobody' as 'to-nobody' | 'reading' | 'listing',
    /** Number of answers not read to their end, or cut. */
    leftEarly: 0,
    /** Keeps replaced and deleted objects as former versions; `agoMs` ago by its clock. */
    versioned: false,
    agoMs: 0,
    /** Called before each call is processed. */
    onCall: (_call: Call): void | Promise<void> => undefined,
  };

  /** Why a call is refused; undefined if it is signed correctly. */
  function refusal(
    request: IncomingMessage,
    call: Call,
    body: Buffer,
  ): [status: number, code: string] | undefined {
    const { headers } = request;
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const given =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
        headers.authorization ?? '',
      );
    if (!given) {
      const may = { 'to-nobody': false, reading: call.key !== '', listing: call.key === '' }[server.open];
      return may && request.method === 'GET' ? undefined : [403, 'AccessDenied'];
    }
    const [, who = '', scope = '', names = '', signature] = given;
    if (who !== id) return [403, 'InvalidAccessKeyId'];
    if (scope.split('/')[1] !== region) return [400, 'AuthorizationHeaderMalformed'];
    const date = String(headers['x-amz-date']);
    if (Math.abs(momentOf(date) - clock.wall() - server.skewMs) > DAY_SKEW_MS)
      return [403, 'RequestTimeTooSkewed'];
    const payloadHash = String(headers['x-amz-content-sha256']);
    const signed = Object.fromEntries(names.split(';').map((name) => [name, String(headers[name])]));
    const method = request.method ?? '';
    const wanted = signatureOf({ method, path, query, headers: signed, payloadHash, date, scope }, secret);
    if (!names.split(';').includes('host') || signature !== wanted) return [403, 'SignatureDoesNotMatch'];
    if (payloadHash.startsWith('STREAMING-')) return [501, 'NotImplemented'];
    if (payloadHash !== sha256(body)) return [400, 'XAmzContentSHA256Mismatch'];
    const strange = Object.keys(headers).some(
      (name) => REFUSED_HEADERS.includes(name) || name.startsWith('x-amz-checksum-'),
    );
    if (strange) return [501, 'NotImplemented'];
    if (method === 'PUT' && headers['content-length'] === undefined) return [411, 'MissingContentLength'];
    if (call.bucket !== bucket) return [404, 'NoSuchBucket'];
    return undefined;
  }

  const answerError = (response: ServerResponse, call: Call, status: number, code: string) => {
    response.writeHead(status, {
      'content-type': 'application/xml',
      date: new Date(clock.wall() + server.skewMs).toUTCString(),
    });
    response.end(call.method === 'HEAD' ? undefined : xml(code));
  };

  /** Unfinished multipart uploads, two per page, in the order of their keys. */
  function answerUploads(response: ServerResponse, call: Call): void {
    const from = `${call.query.get('key-marker') ?? ''} ${call.query.get('upload-id-marker') ?? ''}`;
    const all = [...uploads]
      .map(([upload, { key, begun }]) => ({ upload, key, begun, place: `${key} ${upload}` }))
      .filter(({ key, place }) => key.startsWith(call.query.get('prefix') ?? '') && place > from)
      .sort((a, b) => (a.place < b.place ? -1 : 1));
    const page = all.slice(0, 2);
    const last = page.at(-1);
    const one = ({ key, upload, begun }: (typeof page)[number]) =>
      `<Upload><Key>${key}</Key><UploadId>${upload}</UploadId><Initiated>${new Date(begun).toISOString()}</Initiated></Upload>`;
    response.setHeader('content-type', 'application/xml');
    response.end(
      `<?xml version="1.0"?><ListMultipartUploadsResult><Bucket>${bucket}</Bucket><IsTruncated>${all.length > page.length}</IsTruncated>${
        last
          ? `<NextKeyMarker>${last.key}</NextKeyMarker><NextUploadIdMarker>${last.upload}</NextUploadIdMarker>`
          : ''
      }${page.map(one).join('')}</ListMultipartUploadsResult>`,
    );
  }

  /** Versions, three per page, by key and newest first. */
  function answerVersions(response: ServerResponse, call: Call): void {
    const all = versions
      .filter(({ key }) => key.startsWith(call.query.get('prefix') ?? ''))
      .sort((a, b) => (a.key === b.key ? b.n - a.n : a.key < b.key ? -1 : 1));
    const from = call.query.get('key-marker') ?? '';
    const before = Number((call.query.get('version-id-marker') ?? '').slice(1));
    const rest = all.filter(({ key, n }) => key > from || (key === from && n < before));
    const page = rest.slice(0, 3);
    const last = page.at(-1);
    const one = ({ key, n, at, marker }: (typeof versions)[number]) => {
      const name = marker ? 'DeleteMarker' : 'Version';
      const latest = all.find((entry) => entry.key === key)?.n === n;
      return `<${name}><Key>${key}</Key><VersionId>v${n}</VersionId><IsLatest>${latest}</IsLatest><LastModified>${new Date(at).toISOString()}</LastModified></${name}>`;
    };
    response.setHeader('content-type', 'application/xml');
    response.end(
      `<?xml version="1.0"?><ListVersionsResult><IsTruncated>${rest.length > page.length}</IsTruncated>${
        last
          ? `<NextKeyMarker>${last.key}</NextKeyMarker><NextVersionIdMarker>v${last.n}</NextVersionIdMarker>`
          : ''
      }${page.map(one).join('')}</ListVersionsResult>`,
    );
  }

  function note(call: Call, status: number, said: string): void {
    if (status >= 300) return;
    const whole = call.method === 'PUT' && !call.query.has('partNumber');
    const ended = call.method === 'POST' && call.query.has('uploadId');
    const deleted = call.method === 'DELETE' && !call.query.has('uploadId');
    if (server.versioned && (whole || ended || deleted))
      versions.push({
        ...{ key: call.key, n: written++, at: clock.wall() - server.agoMs, marker: deleted },
      });
    const upload = call.query.get('uploadId') ?? '';
    if (call.method === 'POST' && call.query.has('uploads')) {
      const [, begun = ''] = /<UploadId>([^<]+)</.exec(said) ?? [];
      uploads.set(begun, { key: call.key, begun: clock.wall() });
    } else if (['POST', 'DELETE'].includes(call.method) && upload) uploads.delete(upload);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.once('close', () => {
      if (!response.writableFinished) server.leftEarly += 1;
    });
    const body = await buffer(request);
    const address = new URL(request.url ?? '/', 'http://s3');
    const [, of = '', ...rest] = address.pathname.split('/');
    const call: Call = {
      method: request.method ?? '',
      bucket: of,
      key: decodeURIComponent(rest.join('/')),
      query: address.searchParams,
      headers: request.headers,
      bytes: body.length,
    };
    calls.push(call);
    await server.onCall(call);
    const no = refusal(request, call, body);
    if (no) return answerError(response, call, ...no);
    const fault = played.find(({ when, times }) => times > 0 && when(call));
    if (fault) fault.times -= 1;
    const what = fault?.what;
    if (what === 'silent') return;
    if (what === 'error-in-200') {
      response.writeHead(200, { 'content-type': 'application/xml' });
      return void response.end(xml('InternalError'));
    }
    if (typeof what === 'object' && 'refuse' in what) {
      for (const [name, value] of Object.entries(what.headers ?? {})) response.setHeader(name, value);
      return answerError(response, call, what.refuse, what.code ?? 'InternalError');
    }
    if (call.method === 'GET' && call.query.has('uploads')) return answerUploads(response, call);
    if (call.query.has('versions') || call.query.has('versionId')) {
      if (!server.versioned) return answerError(response, call, 501, 'NotImplemented');
      if (call.method === 'GET') return answerVersions(response, call);
      versions = versions.filter(
        ({ key, n }) => `${key} v${n}` !== `${call.key} ${call.query.get('versionId')}`,
      );
      response.writeHead(204);
      return void response.end();
    }
    if (call.query.has('list-type')) {
      const wanted = Number(address.searchParams.get('max-keys') ?? server.pageSize);
      address.searchParams.set('max-keys', String(Math.min(wanted, server.pageSize)));
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === 'string' && !['host', 'connection', 'content-length', 'range'].includes(name))
        headers.set(name, value);
    if (typeof request.headers.range === 'string' && what !== 'no-ranges')
      headers.set('range', request.headers.range);
    const answer = await fetch(`http://127.0.0.1:${store.port}${address.pathname}${address.search}`, {
      method: call.method,
      headers,
      ...(['PUT', 'POST'].includes(call.method) ? { body: new Uint8Array(body) } : {}),
    });
    let content = Buffer.from(await answer.arrayBuffer());
    if (what === 'no-token')
      content = Buffer.from(
        content.toString().replace(/<NextContinuationToken>[^<]*<\/NextContinuationToken>/, ''),
      );
    note(call, answer.status, content.length < 10_000 ? content.toString() : '');
    if (what === 'lost-answer') return void request.socket.destroy();
    if (typeof what === 'object')
      return answerError(response, call, what.after, what.code ?? 'InternalError');
    for (const [name, value] of answer.headers)
      if (!['connection', 'keep-alive', 'transfer-encoding', 'date'].includes(name))
        response.setHeader(name, value);
    if (what === 'short' || what === 'no-token') response.removeHeader('content-length');
    response.writeHead(answer.status);
    const half = content.subarray(0, Math.floor(content.length / 2));
    if (what === 'cut') return void response.write(half, () => setImmediate(() => request.socket.destroy()));
    response.end(what === 'short' ? half : content);
  }

  const http = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return Object.assign(server, {
    endpoint,
    bucket,
    calls,
    uploads,
    settings: {
      ...{ name: bucket, region, endpoint, prefix, pathStyle: true },
      keys: { id, secret },
    },
    /** The same as environment variables. */
    environment: {
      ORBITA_STORAGE_S3_BUCKET: bucket,
      ORBITA_STORAGE_S3_ENDPOINT: endpoint,
      ORBITA_STORAGE_S3_REGION: region,
      ORBITA_STORAGE_S3_ACCESS_KEY: id,
      ORBITA_STORAGE_S3_SECRET_KEY: secret,
      ...(prefix ? { ORBITA_STORAGE_S3_PREFIX: prefix } : {}),
    } as Record<string, string>,
    /** Fails at the next `times` calls that match `when`. */
    play(what: Fault, when: (call: Call) => boolean, times = 1): void {
      played.push({ when, what, times });
    },
    /** Ends all faults, and forgets the calls. */
    calm(): void {
      played.length = 0;
      calls.length = 0;
    },
    /** Versions that still exist, as `key n`. */
    versions: () => versions.map(({ key, n, marker }) => `${key} ${marker ? 'deleted' : 'written'} ${n}`),
    empty: (): void => store.emptyBucket(bucket),
    async close(): Promise<void> {
      http.closeAllConnections();
      await new Promise<void>((done) => http.close(() => done()));
      await store.stop();
    },
  });
}
