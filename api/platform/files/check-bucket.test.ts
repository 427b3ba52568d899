import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Call, type Fault, startS3, type TestS3 } from '../../../testing/s3/server.ts';
import { Misconfigured } from '../config.ts';
import { createLog } from '../log.ts';
import type { BucketSettings } from './bucket-client.ts';
import { checkBucket } from './check-bucket.ts';

let s3: TestS3;
let lines: string[] = [];
const log = createLog({ logLevel: 'debug' }, (line) => lines.push(line));
beforeAll(async () => {
  s3 = await startS3({ prefix: 'alfa/' });
});
afterEach(() => {
  // Whatever was wrong, nothing is left except what could not be deleted.
  s3.calm();
  s3.empty();
  s3.open = 'to-nobody';
  lines = [];
});
afterAll(() => s3.close());

const said = async (given: Partial<BucketSettings> = {}): Promise<string> => {
  try {
    await checkBucket({ ...s3.settings, ...given }, log);
    return 'good';
  } catch (error) {
    expect(error).toBeInstanceOf(Misconfigured);
    return (error as Error).message;
  }
};
const at = (method: string, what: 'file' | 'list' | 'parts') => (call: Call) =>
  call.method === method &&
  (call.query.has('list-type') ? 'list' : call.query.has('uploads') ? 'parts' : 'file') === what;

describe('a bucket is checked before the start', () => {
  it('and nothing of the check stays', async () => {
    expect(await said()).toBe('good');
    expect(lines).toEqual([]);
    const written = s3.calls.find(({ method }) => method === 'PUT')?.key ?? '';
    expect(written).toMatch(/^alfa\/probe\/[\w-]{36}$/);
    expect(s3.calls.filter(({ method, key }) => method === 'DELETE' && key === written)).toHaveLength(1);
    // Two requests without a key were refused.
    const unsigned = s3.calls.filter(({ headers }) => headers.authorization === undefined);
    expect(unsigned.map(({ method, key }) => [method, key])).toEqual([
      ['GET', written],
      ['GET', ''],
    ]);
  });

  it.each<[string, string, () => Partial<BucketSettings>]>([
    ['no such bucket', 'ORBITA_STORAGE_S3_BUCKET is the name of no bucket', () => ({ name: 'nowhere' })],
    ['another region', 'ORBITA_STORAGE_S3_REGION is not the region', () => ({ region: 'us-east-1' })],
    [
      'a wrong secret',
      'ORBITA_STORAGE_S3_SECRET_KEY is wrong',
      () => ({ keys: { ...s3.settings.keys, secret: 'x' } }),
    ],
    [
      'an unknown key',
      'ORBITA_STORAGE_S3_ACCESS_KEY or',
      () => ({ keys: { ...s3.settings.keys, id: 'AKIANOBODY' } }),
    ],
  ])('with %s it is refused with an explanation', async (_what, words, given) => {
    const answer = await said(given());
    expect(answer).toContain(words);
    expect(answer).not.toContain(s3.settings.keys.secret);
  });

  it.each<[string, Fault, (call: Call) => boolean, string]>([
    [
      'may not write',
      { refuse: 403, code: 'AccessDenied' },
      at('PUT', 'file'),
      'may not write in the bucket',
    ],
    ['may not read', { refuse: 403, code: 'AccessDenied' }, at('GET', 'file'), 'may not read in the bucket'],
    ['may not list', { refuse: 403, code: 'AccessDenied' }, at('GET', 'list'), 'may not list in the bucket'],
    [
      'may not see unfinished uploads',
      { refuse: 403, code: 'AccessDenied' },
      at('GET', 'parts'),
      'may not list uploads in parts in the bucket',
    ],
    [
      'may not delete',
      { refuse: 403, code: 'AccessDenied' },
      at('DELETE', 'file'),
      'may not delete in the bucket',
    ],
    [
      'is sent elsewhere',
      { refuse: 301, code: 'PermanentRedirect', headers: { 'x-amz-bucket-region': 'eu-west-1' } },
      at('PUT', 'file'),
      'ORBITA_STORAGE_S3_REGION is not the region',
    ],
    [
      'has a clock that is wrong for good',
      { refuse: 403, code: 'RequestTimeTooSkewed' },
      at('PUT', 'file'),
      'clock of this machine',
    ],
    [
      'is asked for more than there is',
      { refuse: 501, code: 'NotImplemented' },
      at('PUT', 'file'),
      'does not know a call',
    ],
    ['meets Object Lock', { refuse: 400, code: 'InvalidRequest' }, at('PUT', 'file'), 'Object Lock'],
    ['reads something else', 'short', at('GET', 'file'), 'gives back something else'],
  ])('where our key %s it is refused with an explanation', async (_what, fault, when, words) => {
    s3.play(fault, (call) => call.headers.authorization !== undefined && when(call), 100);
    expect(await said()).toContain(words);
  });

  it.each([
    ['reading', 'anybody reads its files'],
    ['listing', 'anybody lists its files'],
  ] as const)('one that is open for %s is refused', async (open, words) => {
    s3.open = open;
    expect(await said()).toContain(words);
    s3.open = 'to-nobody';
  });

  it('one that does not answer does not prevent the start, and is logged without a secret', async () => {
    s3.play({ refuse: 503, code: 'ServiceUnavailable' }, () => true, 1000);
    expect(await said()).toBe('good');
    expect(await said({ endpoint: 'http://127.0.0.1:9' })).toBe('good');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({ level: 50, msg: 'the bucket of files does not answer' });
      expect(line).not.toContain(s3.settings.keys.secret);
      expect(line).not.toContain(s3.settings.keys.id);
    }
  });
});
