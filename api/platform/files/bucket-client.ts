import { S3Client } from '@aws-sdk/client-s3';

/** A bucket as configured. Without keys, those of the machine's AWS role are used. */
export type BucketSettings = {
  name: string;
  region: string;
  /** Endpoint of the S3 service; undefined means that of AWS in the region. */
  endpoint: string | undefined;
  /** Prefix of every key, with a trailing slash; may be empty. */
  prefix: string;
  keys: { id: string; secret: string } | undefined;
  /** Whether the bucket is part of a URL's path rather than its host. */
  pathStyle: boolean;
};

/**
 * Timeouts in milliseconds for a connection, the head of an answer, and silence; and attempts per call. Including pauses, a
 * call ends within 70 s.
 */
const PATIENCE = { connect: 3_000, answer: 20_000, silence: 20_000, tries: 3 };
/**
 * Connections per process; further calls wait. A slow reader holds one as long as data arrives within the silence timeout
 * above.
 */
const CONNECTIONS = 500;
/** Maximum length of the store's error text. */
const WORDS = 300;

type Failure = { name?: unknown; message?: unknown; $metadata?: { httpStatusCode?: unknown } };

const failureOf = (error: unknown): Failure =>
  typeof error === 'object' && error !== null ? (error as Failure) : {};

/** HTTP status of the answer with which a call failed; undefined if there was none. */
export const statusOf = (error: unknown): number | undefined => {
  const status = failureOf(error).$metadata?.httpStatusCode;
  return typeof status === 'number' ? status : undefined;
};

/** Error code of a failure, such as `NoSuchKey`. */
export const nameOf = (error: unknown): string => String(failureOf(error).name ?? '');

/** Whether the store refused the call; otherwise it is unknown whether it was executed. */
export const isRefusal = (error: unknown): boolean => {
  const status = statusOf(error) ?? 500;
  return (status >= 300 && status < 500 && status !== 408 && status !== 429) || status === 501;
};

/** The parts of a failure that are kept: the details that stores attach contain the key and the signed data. */
function plain(error: unknown): Error {
  const { message, $metadata } = failureOf(error);
  const name = nameOf(error).slice(0, WORDS);
  return Object.assign(new Error(`${name}: ${String(message ?? '')}`.slice(0, WORDS)), {
    name,
    $metadata: { httpStatusCode: $metadata?.httpStatusCode },
  });
}

type Named = { Key?: string; Prefix?: string };
const LISTS = ['Contents', 'Uploads', 'Versions', 'DeleteMarkers'] as const;
type Listed = Partial<Record<(typeof LISTS)[number], Named[]>>;

/**
 * A client for the bucket. It adds the prefix to keys and removes it from results, so that no other code needs to know about
 * it; failures are reduced by `plain`. It adds no checksums beyond what S3 requires, because many stores reject them or their
 * encoding.
 */
export function clientOf(
  { region, endpoint, prefix, keys, pathStyle }: BucketSettings,
  patience = PATIENCE,
): S3Client {
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint } : {}),
    ...(keys ? { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } } : {}),
    forcePathStyle: pathStyle,
    followRegionRedirects: false,
    // With stores that never answer it, each write would wait a second.
    expectContinueHeader: false,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    retryMode: 'standard',
    maxAttempts: patience.tries,
    requestHandler: {
      connectionTimeout: patience.connect,
      requestTimeout: patience.answer,
      throwOnRequestTimeout: true,
      socketTimeout: patience.silence,
      httpAgent: { keepAlive: true, maxSockets: CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS },
    },
    // Whatever it would log is logged as the failure of a call.
    logger: { debug() {}, info() {}, warn() {}, error() {}, trace() {} },
  });
  const inside = ({ Key, Prefix, ...rest }: Named) => ({
    ...rest,
    ...(Key === undefined ? {} : { Key: prefix + Key }),
    ...(Prefix === undefined ? {} : { Prefix: prefix + Prefix }),
  });
  const outside = (named: Named[] | undefined) => {
    for (const one of named ?? []) if (one.Key?.startsWith(prefix)) one.Key = one.Key.slice(prefix.length);
  };
  client.middlewareStack.add(
    (next) => async (call) => {
      try {
        const answer = await next({ ...call, input: { ...call.input, ...inside(call.input as Named) } });
        for (const list of LISTS) outside((answer.output as Listed)[list]);
        return answer;
      } catch (error) {
        throw plain(error);
      }
    },
    { step: 'initialize', name: 'keysOfTheBucket', priority: 'high' },
  );
  return client;
}
