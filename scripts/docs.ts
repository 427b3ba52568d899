import { join } from 'node:path';
import { run } from './processes.ts';

/** Regenerates all generated files. The version comes first, because the OpenAPI document contains it. */
for (const file of [
  'version.ts',
  'openapi.ts',
  'state-docs.ts',
  'catalogue-schema.ts',
  'academic-catalogue.ts',
  'access-review.ts',
  'env-example.ts',
])
  await run(process.execPath, [join(import.meta.dirname, file)]);
