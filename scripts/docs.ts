import { join } from 'node:path';
import { run } from './processes.ts';

/** Writes the generated documents anew: OpenAPI file, state tables, schema of the catalogue, own port, review of access. */
for (const file of [
  'openapi.ts',
  'state-docs.ts',
  'catalogue-schema.ts',
  'academic-catalogue.ts',
  'access-review.ts',
])
  await run(process.execPath, [join(import.meta.dirname, file)]);
