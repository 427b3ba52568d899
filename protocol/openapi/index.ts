import { examples } from '../examples/index.ts';
import { addressOf, type Call } from '../foundation/index.ts';
import { type CallKey, modules } from '../index.ts';
import { webhookAnswer, webhookEvent, webhookExamples } from '../messaging/index.ts';
import manifest from '../package.json' with { type: 'json' };
import { operationOf } from './operation.ts';
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
  TenantId: header('x-tenant-id', 'Public id of the tenant; must agree with the host and the token'),
};

const securitySchemes: Json = {
  candidateToken: { type: 'http', scheme: 'bearer', description: 'Token of a candidate or of an access key' },
  companionCookie: { type: 'apiKey', in: 'cookie', name: '__Secure-orbita-session' },
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
    description: 'Session of a person of the team, at a console host; changes also need `X-Orbita-Equipe: 1`',
  },
  serviceToken: { type: 'http', scheme: 'bearer', bearerFormat: 'svc_…' },
};

/** What we call at systems of institutions: not below `servers`, but at the addresses they registered. */
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

/** The whole protocol as one OpenAPI 3.1 document; the same input gives the same text. */
export const buildOpenApi = (): Json => {
  const writer = schemaWriter();
  const paths: { [path: string]: Json } = {};
  for (const [module, calls] of Object.entries(modules)) {
    for (const [key, call] of Object.entries(calls) as [CallKey, Call][]) {
      const { method, path } = addressOf(key);
      paths[path] = {
        ...paths[path],
        [method.toLowerCase()]: operationOf(key, call, module, examples[key], writer),
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
      headers: {
        RequestId: { description: 'Id of the request', schema: { type: 'string' } },
        ServerTime: {
          description: 'When the answer was sent, by the clock of the product; also of a replayed answer',
          schema: { type: 'string', format: 'date-time' },
        },
      },
      securitySchemes,
    },
  };
};

/** The document as it is kept in the repository. */
export const openApiText = (): string => `${JSON.stringify(buildOpenApi(), null, 2)}\n`;
