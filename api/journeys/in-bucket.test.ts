import { afterAll, describe, vi } from 'vitest';

/** The tests of files once more, with a bucket of S3 where they have a folder (`IN_BUCKET` of the harness). */
vi.stubEnv('ORBITA_TEST_BUCKET', 'true');
afterAll(() => {
  vi.unstubAllEnvs();
});

describe.each([
  ['files that are sent', '../document/upload'],
  ['uploads that are resumed', '../document/resumable/resumable'],
  ['contracts', '../contract/contract'],
  ['lists as files', '../export/export'],
])('in a bucket: %s', async (_what, file) => {
  // A name of its own: a file of the same process that has been run already would not define its tests again.
  await import(`${file}.test.ts?in-bucket`);
});
