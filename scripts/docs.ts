import { join } from 'node:path';
import { run } from './processes.ts';

/** Writes the generated documents anew: OpenAPI file and state tables. */
for (const file of ['openapi.ts', 'state-docs.ts'])
  await run(process.execPath, [join(import.meta.dirname, file)]);
