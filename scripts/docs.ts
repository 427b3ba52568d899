import { join } from 'node:path';
import { run } from './processes.ts';

/** Writes the generated documents anew: OpenAPI file, state tables, schema of the catalogue, own port. */
for (const file of ['openapi.ts', 'state-docs.ts', 'catalogue-schema.ts', 'academic-catalogue.ts'])
  await run(process.execPath, [join(import.meta.dirname, file)]);
