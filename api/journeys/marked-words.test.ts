import { type CallKey, callOf } from '@orbita/protocol';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODES } from '../privacy/plain-texts.ts';
import { IMPERSONAL, personalTables } from '../privacy/tables.ts';
import { candidateCalls } from '../testing/candidate-calls.ts';
import { type FullPerson, fullPerson } from '../testing/full-person.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { MARK, MARKED_NAME, marked, markedColumns, markedQuery } from '../testing/marked-words.ts';
import { exampleOf, make } from '../testing/misuse.ts';
import { inventedPerson } from '../testing/people.ts';
import { operationsCalls } from '../testing/operations-calls.ts';

let harness: Harness;
let owner: FullPerson;
const report: { field: string; tag: string; status: number; code: string | undefined }[] = [];

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  owner = await fullPerson(harness, { ...inventedPerson(1), name: MARKED_NAME });
}, 120_000);
afterAll(() => harness?.stop());

const keys = (Object.keys({ ...candidateCalls, ...operationsCalls }) as CallKey[]).filter((key) => callOf(key).scope !== 'test');

it('S34 x', async () => {
  for (const key of keys) {
    const call = callOf(key);
    const example = (candidateCalls as any)[key] ?? (operationsCalls as any)[key];
    const sent = exampleOf(example, owner);
    const { body, fields } = marked(call.body, sent.body);
    const query = markedQuery(key, sent.query);
    if (fields.length === 0 && query.fields.length === 0) continue;
    const client = call.auth === 'candidate' ? owner.client : harness.operations;
    const answer = await make(client, key, { ...sent, body, query: query.body as never });
    for (const { path, tag } of fields) report.push({ field: `${key} ${path}`, tag, status: answer.status, code: (answer.body as any)?.code });
  }
  const found = await markedColumns(harness);
  for (const r of report) {
    const at = [...found].filter(([, tags]) => tags.has(r.tag)).map(([c]) => c);
    console.log(r.status, r.code ?? '', r.field, '->', at.join(' ') || '-');
  }
}, 300_000);
