import { examples } from '../examples/index.ts';
import { addressOf, type Call } from '../foundation/index.ts';
import { type CallKey, modules } from '../index.ts';
import { webhookAnswer, webhookEvent, webhookExamples } from '../messaging/index.ts';
import manifest from '../package.json' with { type: 'json' };
import { type AnsweredHeader, operationOf } from './operation.ts';
import { type Json, type SchemaWriter, schemaWriter } from './schemas.ts';

const MODULE_TEXTS: { readonly [R in keyof typeof modules]: string } = {
  tenancy: 'Tenants, hosts, institutions, parameters, health',
  caller: 'Service tokens, and what was done with them',
  identity: 'Accounts, sign-in, tokens',
  person: 'Person data, contacts, consents, reference lists',
  offering: 'Offers, courses, poles',
  catalogue: 'What an institution offers, as files: plan, apply, export',
  subscription: 'Subscriptions, status, steps',
  selection: 'Tests, exam scores, change of ingress',
  essay: 'Online entrance essay',
  admission: 'Questionnaire and interview',
  enrolment: 'Schooling, guardian, class',
  contract: 'Contract and acceptance',
  payment: 'Prices, vouchers, charges',
  document: 'Documents and prints',
  messaging: 'Live events',
  staff: 'The institution’s team: people, roles, invites',
  work: 'What waits for the team, and who has taken it up',
  export: 'Lists as files',
  report: 'Figures without personal data',
  approval: 'Acts of the team that wait for a second person',
  privacy: 'Requests about personal data, and what the law has kept',
  simulator: 'Controls of tests, absent in production',
};

const header = (name: string, description: string, required = false): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
});

const parameters: Json = {
  GlobalFilter: {
    ...header('institution-global-filter', 'false shows every institution to people who may see them'),
    schema: { type: 'string', enum: ['true', 'false'], default: 'true' },
  },
  IdempotencyKey: header('Idempotency-Key', 'Same key and body repeat the first answer for 24 hours', true),
  InstitutionCode: header('x-institution-code', 'Code of the institution; contradicting the subject is 404'),
  OptionalIdempotencyKey: header(
    'Idempotency-Key',
    'Makes repeating safe: same key and body repeat the first answer for 24 hours',
  ),
  Operator: header('X-Operator', 'Free text kept in the audit'),
  RequestId: header('X-Request-Id', 'Echoed; made up when absent'),
  RequiredInstitutionCode: header('x-institution-code', 'Code of the institution of the offer', true),
  TenantAlias: header('x-tenant-alias', 'Alias of the tenant; must agree with the host and the token'),
  'Tus-Resumable': header('Tus-Resumable', 'Version of the protocol: 1.0.0', true),
  'Upload-Length': header('Upload-Length', 'Bytes of the whole file', true),
  'Upload-Metadata': header(
    'Upload-Metadata',
    '`filename`, and optionally `sha256` of the content, each as a key, a space and its value in Base64, separated by commas',
    true,
  ),
  'Upload-Offset': header('Upload-Offset', 'Where the bytes of the body begin', true),
  TenantId: header('x-tenant-id', 'Public id of the tenant; must agree with the host and the token'),
};

const securitySchemes: Json = {
  candidateToken: { type: 'http', scheme: 'bearer', description: 'Token of a candidate or of an access key' },
  companionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Secure-orbita-session',
    description:
      'Second proof of a session beside the token. In development over plain http it is called `orbita-session`',
  },
  guardianLink: { type: 'http', scheme: 'bearer', description: 'Key of the link that a guardian received' },
  payerLink: {
    type: 'http',
    scheme: 'bearer',
    description: 'Key of the link that a candidate gave to a payer',
  },
  providerCertificate: { type: 'mutualTLS', description: 'Certificate or signature of the provider' },
  staffCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-orbita-equipe',
    description:
      'Session of a person of the team, at a console host; changes also need `X-Orbita-Equipe: 1`. In development over plain http it is called `orbita-equipe`',
  },
  serviceToken: { type: 'http', scheme: 'bearer', bearerFormat: 'svc_…' },
};

/** Response headers, by the name that operations refer to them with. */
const answeredHeaders: { readonly [name in AnsweredHeader]: Json } = {
  Challenge: {
    description:
      'How to prove who calls; `error="invalid_token"` where the proof that came is not good (RFC 6750)',
    schema: { type: 'string' },
  },
  RequestId: { description: 'Id of the request', schema: { type: 'string' } },
  ServerTime: {
    description: 'When the answer was sent, by the clock of the product; also of a replayed answer',
    schema: { type: 'string', format: 'date-time' },
  },
  Location: { description: 'Address of what was made', schema: { type: 'string', format: 'uri-reference' } },
  'Tus-Extension': { description: 'Extensions that are understood, with commas', schema: { type: 'string' } },
  'Tus-Max-Size': { description: 'Most bytes of a file', schema: { type: 'integer' } },
  'Tus-Resumable': { description: 'Version of the protocol', schema: { type: 'string' } },
  'Tus-Version': { description: 'Versions that are understood, with commas', schema: { type: 'string' } },
  'Upload-Length': { description: 'Bytes of the whole file', schema: { type: 'integer' } },
  'Upload-Metadata': { description: 'As it was sent', schema: { type: 'string' } },
  'Upload-Offset': { description: 'Bytes that have arrived', schema: { type: 'integer' } },
};

/** Headers of the Standard Webhooks specification 1.0. */
const webhookHeaders = [
  header('webhook-id', 'Number of the message; the same in every attempt', true),
  {
    ...header('webhook-timestamp', 'When it was sent, in seconds since 1970', true),
    schema: { type: 'integer' },
  },
  header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 in Base64 of `{id}.{timestamp}.{body}`; several, with spaces, while a secret is rotated',
    true,
  ),
];

/** Calls that we make to institutions' systems: not below `servers`, but at the URLs they registered. */
const webhooksOf = (writer: SchemaWriter): Json =>
  Object.fromEntries(
    webhookEvent.options.map((event, index) => [
      event.shape.type.value,
      {
        post: {
          operationId: `webhook${index + 1}`,
          tags: ['messaging'],
          summary: 'Signed as in the Standard Webhooks specification; see docs/webhooks.md',
          security: [],
          parameters: webhookHeaders,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: writer.write(event, 'output'),
                example: webhookExamples[index],
              },
            },
          },
          responses: {
            '200': {
              description: 'Received; the answer to enrollment.completed may bring the student number',
              content: { 'application/json': { schema: writer.write(webhookAnswer, 'output') } },
            },
          },
        },
      },
    ]),
  );

/** The whole protocol as one OpenAPI 3.1 document; deterministic. */
export const buildOpenApi = (): Json => {
  const writer = schemaWriter();
  const paths: { [path: string]: Json } = {};
  const known = new Map<string, string>();
  for (const [module, calls] of Object.entries(modules)) {
    for (const [key, call] of Object.entries(calls) as [CallKey, Call][]) {
      const { method, path: own } = addressOf(key);
      // Two calls on one path may name its parameter differently; OpenAPI has one path for both.
      const shape = own.replaceAll(/\{\w+\}/g, '{}');
      const path = known.get(shape) ?? own;
      known.set(shape, path);
      paths[path] = {
        ...paths[path],
        [method.toLowerCase()]: operationOf(key, call, module, { example: examples[key], path }, writer),
      };
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Órbita Candidato',
      version: manifest.version,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Errors are `{ code, message, errors?, traceId }`; some codes add keys of their own. Lists with pages take `page` and `pageSize` (at most 100).',
    },
    servers: [{ url: '/orbita/api' }],
    tags: Object.entries(MODULE_TEXTS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    webhooks: webhooksOf(writer),
    components: {
      schemas: writer.named(),
      parameters,
      headers: answeredHeaders,
      securitySchemes,
    },
  };
};

/** The document as stored in the repository. */
export const openApiText = (): string => `${JSON.stringify(buildOpenApi(), null, 2)}\n`;
