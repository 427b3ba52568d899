import { afterAll, describe, vi } from 'vitest';

/** The tests of files once more, with a bucket of S3 where they have a folder (`IN_BUCKET` of the harness). */
vi.stubEnv('ORBITA_TEST_BUCKET', 'true');
afterAll(() => {
  vi.unstubAllEnvs();
});

describe.each([
  ['files that are sent', () => import('../document/upload.test.ts')],
  ['uploads that are resumed', () => import('../document/resumable/resumable.test.ts')],
  ['contracts', () => import('../contract/contract.test.ts')],
  ['lists as files', () => import('../export/export.test.ts')],
])('in a bucket: %s', async (_what, tests) => {
  await tests();
});
