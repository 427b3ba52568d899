/** Writes docs/catalogue.schema.json from the catalogue's type definitions. Usage: node scripts/catalogue-schema.ts */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueSchemaText } from '../api/catalogue/schema.ts';

writeFileSync(join(import.meta.dirname, '../docs/catalogue.schema.json'), catalogueSchemaText());
