import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { academicDescriptionText } from '../api/catalogue/academic/describe.ts';
import { KINDS } from '../api/catalogue/model.ts';
import { catalogueSchema, catalogueSchemaText } from '../api/catalogue/schema.ts';

type Node = {
  description?: string;
  properties?: Record<string, Node>;
  items?: Node;
  anyOf?: Node[];
};

it('docs/catalogue.schema.json matches the catalogue; npm run docs writes it', () => {
  const file = join(import.meta.dirname, '../docs/catalogue.schema.json');
  expect(readFileSync(file, 'utf8')).toBe(catalogueSchemaText());
});

it('docs/academic-catalogue.openapi.json matches the port; npm run docs writes it', () => {
  const file = join(import.meta.dirname, '../docs/academic-catalogue.openapi.json');
  expect(readFileSync(file, 'utf8')).toBe(academicDescriptionText());
});

it('knows every section and describes each field', () => {
  const schema = catalogueSchema() as Node;
  expect(Object.keys(schema.properties ?? {})).toEqual(['version', 'anchor', 'tenant', 'console', ...KINDS]);
  const silent: string[] = [];
  const look = (node: Node, path: string) => {
    for (const inner of [node.items, ...(node.anyOf ?? [])]) if (inner) look(inner, path);
    for (const [name, field] of Object.entries(node.properties ?? {})) {
      if (!field.description) silent.push(`${path}.${name}`);
      look(field, `${path}.${name}`);
    }
  };
  look(schema, '');
  expect(silent).toEqual([]);
});
