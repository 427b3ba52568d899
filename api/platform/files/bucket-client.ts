import { S3Client } from '@aws-sdk/client-s3';

/** A bucket, as the configuration names it. Without keys those count that the machine has by its role at AWS. */
export type BucketSettings = {
  name: string;
  region: string;
  /** Address of the S3; undefined = that of AWS in the region. */
  endpoint: string | undefined;
  /** Beginning of every key, with its final slash; may be empty. */
  prefix: string;
  keys: { id: string; secret: string } | undefined;
  /** The bucket stands in the path of an address, not in its host. */
  pathStyle: boolean;
};

/** Milliseconds for a connection, for the head of an answer, and of silence; tries of one call. With pauses a call ends within 70 s. */
const PATIENCE = { connect: 3_000, answer: 20_000, silence: 20_000, tries: 3 };
/** Connections of a process; further calls wait. Whoever reads slowly has one as long as something comes within the silence above. */
const CONNECTIONS = 500;
/** Most characters of what a store says about a failure. */
const WORDS = 300;

type Failure = { name?: unknown; message?: unknown; $metadata?: { httpStatusCode?: unknown } };

const failureOf = (error: unknown): Failure =>
  typeof error === 'object' && error !== null ? (error as Failure) : {};

/** Status of the answer that a call failed with; undefined where there was none. */
export const statusOf = (error: unknown): number | undefined => {
  const status = failureOf(error).$metadata?.httpStatusCode;
  return typeof status === 'number' ? status : undefined;
};

/** Code of a failure, such as `NoSuchKey`. */
export const nameOf = (error: unknown): string => String(failureOf(error).name ?? '');

/** True where the store has said no; otherwise nobody knows whether it did its work. */
export const isRefusal = (error: unknown): boolean => {
  const status = statusOf(error) ?? 500;
  return (status >= 300 && status < 500 && status !== 408 && status !== 429) || status === 501;
};

/** What is kept of a failure: what stores attach names the key, and what was signed. */
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
 * A client of the bucket. Keys begin with the prefix on their way out and without it when they come back, so that nothing else
 * knows of it; failures are `plain`. It adds no checksums to what S3 demands, because many stores refuse them or what they come in.
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
    // Stores that never answer it would make each write wait a second.
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
    // What it would say goes into the log as the failure of a call.
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
