/** Writes docs/academic-catalogue.openapi.json from its type definitions. Usage: node scripts/academic-catalogue.ts */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { academicDescriptionText } from '../api/catalogue/academic/describe.ts';

writeFileSync(
  join(import.meta.dirname, '../docs/academic-catalogue.openapi.json'),
  academicDescriptionText(),
);
