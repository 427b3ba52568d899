import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** JSON Schema as used in the API description. */
export type Schema = { readonly [key: string]: unknown };
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema };
/** Who a call is meant for: `staff` and `console` are the team's console, the latter before anybody has signed in there. */
export const AUDIENCES = [
  'anyone',
  'candidate',
  'guardian',
  'payer',
  'operations',
  'provider',
  'staff',
  'console',
] as const;
export type Audience = (typeof AUDIENCES)[number];
export type Described = {
  /** `METHOD /path` */
  key: string;
  method: string;
  path: string;
  audience: Audience;
  parameters: Parameter[];
  body: { type: string; schema: Schema; example: unknown } | undefined;
  /** Documented statuses, and those above 399 whose body is not the error envelope. */
  statuses: ReadonlySet<number>;
  ownBodies: ReadonlySet<number>;
};
export type Description = { calls: Described[]; resolve(schema: Schema): Schema };

type Node = { readonly [key: string]: unknown };
const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];
/** Calls below it that require no session lead into the console, or out of it. */
const WAYS_IN = '/operations/staff/';
const FILE = join(import.meta.dirname, '../../docs/openapi.json');
const node = (value: unknown): Node => (typeof value === 'object' && value !== null ? (value as Node) : {});

/** Reads docs/openapi.json, or another document of that kind, into a list of calls. */
export function readDescription(document: unknown = JSON.parse(readFileSync(FILE, 'utf8'))): Description {
  const look = (ref: string): Node =>
    ref
      .replace(/^#\//, '')
      .split('/')
      .reduce<Node>((at, name) => node(at[name.replaceAll('~1', '/').replaceAll('~0', '~')]), node(document));
  const resolve = (schema: Schema): Schema =>
    typeof schema.$ref === 'string' ? resolve(look(schema.$ref)) : schema;

  const audienceOf = (path: string, security: unknown): Audience => {
    const names = Array.isArray(security) ? security.flatMap((one) => Object.keys(node(one))) : [];
    if (names.includes('candidateToken')) return 'candidate';
    if (names.includes('guardianLink')) return 'guardian';
    if (names.includes('payerLink')) return 'payer';
    if (names.includes('serviceToken')) return 'operations';
    if (names.includes('staffCookie')) return 'staff';
    if (path.startsWith(WAYS_IN)) return 'console';
    return names.includes('providerCertificate') ? 'provider' : 'anyone';
  };
  const parametersOf = (given: unknown): Parameter[] =>
    (Array.isArray(given) ? given : [])
      .map((one) => resolve(node(one)))
      .map((one) => ({
        name: String(one.name),
        in: one.in as Parameter['in'],
        required: one.required === true,
        schema: node(one.schema),
      }));
  const bodyOf = (given: unknown): Described['body'] => {
    const [first] = Object.entries(node(node(given).content));
    if (!first) return;
    const [type, content] = first;
    return { type, schema: node(node(content).schema), example: node(content).example };
  };
  const isEnvelope = (answer: unknown): boolean => {
    const content = node(node(resolve(node(answer))).content);
    const schema = node(node(content['application/json']).schema);
    return schema.$ref === '#/components/schemas/Error' && Object.keys(content).length === 1;
  };

  const calls = Object.entries(node(node(document).paths)).flatMap(([path, methods]) =>
    Object.entries(node(methods))
      .filter(([method]) => METHODS.includes(method))
      .map(([method, described]): Described => {
        const call = node(described);
        const answers = Object.entries(node(call.responses));
        return {
          key: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          path,
          audience: audienceOf(path, call.security),
          parameters: parametersOf(call.parameters),
          body: bodyOf(call.requestBody),
          statuses: new Set(answers.map(([status]) => Number(status))),
          ownBodies: new Set(
            answers
              .filter(([status, answer]) => Number(status) >= 400 && !isEnvelope(answer))
              .map(([status]) => Number(status)),
          ),
        };
      }),
  );
  return { calls, resolve };
}
