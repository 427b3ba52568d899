import { entryOf } from '@orbita/domain/foundation';
import {
  PARAMETER_LEVELS,
  PARAMETERS,
  type Parameter,
  type ParameterLevel,
  type ParameterType,
} from '@orbita/domain/tenancy';
import { z } from 'zod';
import { consoleShape } from './console.ts';
import { KINDS, type Kind, shapes, tenantShape } from './model.ts';

export type Node = {
  description?: string;
  properties?: Record<string, Node>;
  items?: Node;
  anyOf?: Node[];
  [key: string]: unknown;
};

const asJson = (shape: z.ZodType): Node => {
  const { $schema, ...rest } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Node & {
    $schema?: string;
  };
  return rest;
};

const JSON_TYPE: Record<ParameterType, string> = {
  bool: 'boolean',
  int: 'integer',
  dec: 'number',
  money: 'number',
  str: 'string',
  enum: 'string',
  list: 'array',
  json: 'object',
};
const LEVEL_OF: Record<string, ParameterLevel> = {
  offers: 'offer',
  institutions: 'institution',
  hosts: 'host',
  tenant: 'tenant',
};

/** Parameters that may be set at this level, with their defaults. `PaymentSettings` is set through `payment`. */
const parametersAt = (level: ParameterLevel): Node => {
  const known = Object.entries(PARAMETERS as Record<string, Parameter>).filter(
    ([name, { level: most }]) =>
      name !== 'PaymentSettings' && PARAMETER_LEVELS.indexOf(most) <= PARAMETER_LEVELS.indexOf(level),
  );
  const properties = known.map(([name, { type, fallback }]): [string, Node] => {
    const shown = type === 'money' ? Number(fallback) / 100 : fallback;
    return [name, { type: JSON_TYPE[type], description: `Without it: ${JSON.stringify(shown)}` }];
  });
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
};

const withParameters = (node: Node, kind: string): Node => {
  const level = entryOf(LEVEL_OF, kind);
  const given = node.properties?.parameters;
  if (level && node.properties && given)
    node.properties.parameters = { ...parametersAt(level), description: given.description ?? '' };
  return node;
};

/** A contract references the file with its text, or contains the text. */
const contractsWithFile = (node: Node): Node => {
  const { html, ...others } = node.properties ?? {};
  return {
    ...node,
    properties: {
      ...others,
      file: { type: 'string', description: 'HTML file of the text beside this file.' },
      html: html ?? {},
    },
    required: (node.required as string[]).filter((name) => name !== 'html'),
    oneOf: [{ required: ['file'] }, { required: ['html'] }],
  };
};

const listOf = (kind: Kind): Node => {
  const { description = '', ...node } = withParameters(asJson(shapes[kind]), kind);
  return { description, type: 'array', items: kind === 'contracts' ? contractsWithFile(node) : node };
};

/** JSON Schema of a catalogue file: lets an editor complete and explain fields (spec 17.4). */
export function catalogueSchema(): Node {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Catalogue of a tenant of Órbita Candidato',
    description:
      'What a tenant offers. One file, or a folder of files that are read as one; apply it with orbita catalogue apply -f.',
    type: 'object',
    additionalProperties: false,
    properties: {
      version: { description: 'Version of this format; in one of the files.', const: 1 },
      anchor: {
        description: 'Day for which the dates of a demo catalogue are exact; elsewhere without effect.',
        type: 'string',
        format: 'date',
      },
      tenant: withParameters(asJson(tenantShape), 'tenant'),
      console: asJson(consoleShape),
      ...Object.fromEntries(KINDS.map((kind) => [kind, listOf(kind)])),
    },
  };
}

/** The schema as file content. */
export const catalogueSchemaText = (): string => `${JSON.stringify(catalogueSchema(), null, 2)}\n`;

let built: Node | undefined;

/** Names of the fields allowed at a path of a catalogue, like `['offers', 3, 'courses', 0]`. */
export function fieldsAt(path: readonly PropertyKey[]): string[] {
  built ??= catalogueSchema();
  const alternatives = (nodes: Node[]) => nodes.flatMap((node) => [node, ...(node.anyOf ?? [])]);
  let nodes: Node[] = [built];
  for (const part of path) {
    const below = (node: Node) => (typeof part === 'number' ? node.items : node.properties?.[String(part)]);
    nodes = alternatives(nodes).flatMap((node): Node[] => {
      const next = below(node);
      return next ? [next] : [];
    });
  }
  return alternatives(nodes).flatMap((node) => Object.keys(node.properties ?? {}));
}
