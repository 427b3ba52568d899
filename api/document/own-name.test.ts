import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FullPerson, fullPerson } from '../../testing/full-person.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { CANDIDATE_01 } from '../../testing/people.ts';
import { staffIn } from '../../testing/staff.ts';

let harness: Harness;
let of: FullPerson;
beforeAll(async () => {
  harness = await startHarness();
  of = await fullPerson(harness, CANDIDATE_01);
});
afterAll(() => harness?.stop());

it('a file is downloaded by the team under our own name, as an attachment that runs nothing', async () => {
  const { client } = await staffIn(harness, [{ role: 'secretaria' }]);
  const { body } = await client.call('GET /operations/documents/{id}', { params: { id: of.documentId } });
  const { status, headers } = await client.send('GET', `/orbita/api/operations/documents/files/${of.fileId}`);
  expect(status).toBe(200);
  const named = headers.get('content-disposition') ?? '';
  expect(named).toMatch(
    new RegExp(`^attachment; filename\\*=UTF-8''[a-z0-9-]+-${of.subscriptionId}\\.(pdf|jpg)$`),
  );
  const sent = body.files.find(({ fileId }) => fileId === of.fileId)?.name ?? 'unknown';
  expect(named).not.toContain(encodeURIComponent(sent));
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*\bsandbox$/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});
