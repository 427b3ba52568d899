import { familyOf } from '@orbita/domain/staff';
import type { z } from 'zod';
import type { Example } from '../examples/index.ts';
import {
  addressOf,
  type Call,
  type ErrorCode,
  errorCatalogue,
  errorEnvelope,
  type Grantable,
  openersOf,
  paramsSchema,
  possibleErrors,
  type Repeats,
  type StandardHeader,
  takesKey,
} from '../foundation/index.ts';
import type { Json, SchemaWriter } from './schemas.ts';

const STATUS_NAMES: { [status: number]: string } = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted, still at work',
  204: 'Done, no body',
  302: 'Go there',
  404: 'Not found',
  503: 'Unavailable',
};

/** Headers that operations refer to. */
export type AnsweredHeader = 'Challenge' | 'RequestId' | 'ServerTime' | StandardHeader;

const parametersOf = (key: string, call: Call, path: string, writer: SchemaWriter): Json[] => {
  const { api, params } = addressOf(key);
  const inPath = paramsSchema(key, call);
  const shown = addressOf(`GET ${path}`).params;
  const list: Json[] = params.map((name, at) => ({
    name: shown[at],
    in: 'path',
    required: true,
    schema: writer.write(inPath.shape[name] as z.ZodType, 'output'),
  }));
  for (const [name, shape] of Object.entries(call.query?.shape ?? {})) {
    const schema = shape as z.ZodType;
    list.push({
      name,
      in: 'query',
      required: !schema.safeParse(undefined).success,
      schema: writer.write(schema, 'output'),
    });
  }
  for (const name of [...headersOf(key, call, api), ...(call.headers?.read ?? [])])
    list.push({ $ref: `#/components/parameters/${name}` });
  return list;
};

const headersOf = (key: string, call: Call, api: string): string[] => {
  if (call.auth === 'provider') return [];
  if (api === 'operations' && call.auth !== 'service') return ['RequestId'];
  if (api === 'operations') {
    const headers = ['TenantAlias', 'Operator', 'RequestId'];
    return takesKey(key, call) ? [...headers, 'OptionalIdempotencyKey'] : headers;
  }
  const headers = ['TenantAlias', 'TenantId', 'GlobalFilter', 'RequestId'];
  if (/ \/candidate\/(subscriptions|offers)(\/|$)/.test(key)) {
    headers.push(key === 'POST /candidate/subscriptions' ? 'RequiredInstitutionCode' : 'InstitutionCode');
  }
  if (call.idempotent) headers.push('IdempotencyKey');
  else if (call.keyed || call.repeats === 'answer' || takesKey(key, call))
    headers.push('OptionalIdempotencyKey');
  return headers;
};

const bodyOf = (call: Call, example: Example | undefined, writer: SchemaWriter): Json | undefined => {
  if (call.multipart) {
    const file = { type: 'string', contentMediaType: 'application/octet-stream' };
    const texts = Object.fromEntries((call.formFields ?? []).map((name) => [name, { type: 'string' }]));
    const schema = { type: 'object', properties: { ...texts, file }, required: ['file'] };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (call.form)
    return {
      required: true,
      content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } },
    };
  const bytes = call.bodyType ?? call.bodyMayBe;
  if (bytes)
    return {
      required: call.bodyType !== undefined,
      content: { [bytes]: { schema: { type: 'string', format: 'binary' } } },
    };
  if (!call.body) return undefined;
  const content: Json = { schema: writer.write(call.body, 'input') };
  if (example?.body !== undefined) content.example = example.body;
  return { required: !call.body.safeParse(undefined).success, content: { 'application/json': content } };
};

const describeErrors = (codes: ErrorCode[]): string =>
  codes.map((code) => `\`${code}\` ${errorCatalogue[code].text}`).join('\n\n');

const answerOf = (
  call: Call,
  status: number,
  codes: ErrorCode[],
  example: Example | undefined,
  writer: SchemaWriter,
): Json => {
  const own = call.responses[status];
  const shapes: Json[] = own ? [writer.write(own, 'output')] : [];
  if (codes.length > 0) shapes.push(writer.write(errorEnvelope, 'output'));
  const content: Json = {};
  if (shapes.length > 0) {
    const json: Json = { schema: shapes.length === 1 ? shapes[0] : { anyOf: shapes } };
    if (example && status in example.answers) json.example = example.answers[status];
    content['application/json'] = json;
  }
  if (status === 200 && call.binary) content[call.binary] = {};
  if (codes.length > 0 && call.htmlErrors) content['text/html'] = { schema: { type: 'string' } };
  const name = STATUS_NAMES[status] ?? '';
  const answered = (call.headers?.answered ?? []).map((one) => [
    one,
    { $ref: `#/components/headers/${one}` },
  ]);
  return {
    description: codes.length > 0 ? describeErrors(codes) : name,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      'X-Server-Time': { $ref: '#/components/headers/ServerTime' },
      ...(status === 401 ? { 'WWW-Authenticate': { $ref: '#/components/headers/Challenge' } } : {}),
      ...(status < 300 ? Object.fromEntries(answered) : {}),
    },
    ...(Object.keys(content).length > 0 ? { content } : {}),
  };
};

const securityOf = (call: Call): Json[] => {
  if (call.auth === 'candidate') return [{ candidateToken: [], companionCookie: [] }];
  if (call.auth === 'guardian') return [{ guardianLink: [] }];
  if (call.auth === 'payer') return [{ payerLink: [] }];
  if (call.auth === 'service') return [{ serviceToken: [] }, { staffCookie: [] }];
  if (call.auth === 'staff') return [{ staffCookie: [] }];
  if (call.auth === 'provider') return [{ providerCertificate: [] }, {}];
  return [];
};

/** `POST /candidate/subscriptions/{id}/essays` → `postCandidateSubscriptionsByIdEssays`. */
const operationIdOf = (key: string): string => {
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const { method, path } = addressOf(key);
  const parts = path.split('/').map((part) => {
    const param = /^\{(\w+)\}$/.exec(part)?.[1];
    return param ? `By${capital(param)}` : part.split('-').map(capital).join('');
  });
  return method.toLowerCase() + parts.join('');
};

const CONFIRMED = {
  recent: 'Of people: signed in or confirmed within the last minutes.',
  strong: 'Of people: the same, and not by a code alone.',
} as const;

/** A scope, and the family that includes it. */
const scopeSentence = (scope: Grantable): string =>
  scope === familyOf(scope) ? `\`${scope}\`` : `\`${scope}\` (or all of \`${familyOf(scope)}\`)`;

/** What a service token needs for a call, as text. */
const scopesNamedIn = (call: Call): string => {
  const one = openersOf(call).map(scopeSentence).join(' or ');
  const also = call.alsoScope ? `, and also ${scopeSentence(call.alsoScope)}` : '';
  const within = call.within ? ` For ${call.within.for}: also ${scopeSentence(call.within.scope)}.` : '';
  const confirmed = call.confirm ? ` ${CONFIRMED[call.confirm]}` : '';
  return `Scope of the service token, or part of a role: ${one}${also}.${within}${confirmed}`;
};

const CALLERS: { readonly [auth in Exclude<Call['auth'], 'service'>]: string } = {
  public: 'Anybody.',
  candidate: 'A candidate with a session: the token and its companion cookie.',
  guardian: 'A guardian, by the key of the link that was sent.',
  payer: 'Somebody else who pays, by the key of the link that the candidate gave.',
  staff: 'A person of the team who is signed in at the console.',
  provider: 'A provider, which proves itself in its own way.',
};

const REPEATS: Record<Repeats, string> = {
  same: 'Repeated, it finds what it asked for and changes nothing more.',
  code: 'Each repeat counts as a try.',
  answer:
    'Sent again with the same `Idempotency-Key` within ten minutes, it answers again; any other repeat counts as a try.',
  session: 'Repeated, it is judged by the sessions and ways in of that moment.',
  secret: 'Each repeat answers with a new secret.',
  file: 'An upload that was cut off goes on by tus 1.0.',
};

/** Who may call, what they must have proved, and how the call behaves when repeated. */
function describe(key: string, call: Call): string {
  const says = [call.auth === 'service' ? scopesNamedIn(call) : CALLERS[call.auth]];
  if (call.person) says.push('Only people of the team make it, no service token.');
  if (call.auth === 'candidate')
    says.push(
      call.accessKey
        ? 'Also the token of an access key, for its own application.'
        : 'Not the token of an access key.',
    );
  if (call.freshProof) says.push('Who has not proved who they are in the last minutes is asked again.');
  if (call.secondPerson) says.push('What a person of the team asks for may wait for a second one: 202.');
  if (call.idempotent) says.push('Done once for each `Idempotency-Key`, which is demanded.');
  else if (call.keyed || takesKey(key, call))
    says.push('Done once for each `Idempotency-Key`, where one is sent.');
  if (call.repeats) says.push(REPEATS[call.repeats]);
  if (call.showsSecret) says.push('The answer shows a secret that is shown this once.');
  if (call.override)
    says.push(`Also as \`POST\` with the header \`X-HTTP-Method-Override: ${addressOf(key).method}\`.`);
  return says.join(' ');
}

/** OpenAPI operation of one call. */
export const operationOf = (
  key: string,
  call: Call,
  module: string,
  { example, path }: { example: Example | undefined; path: string },
  writer: SchemaWriter,
): Json => {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const status of Object.keys(call.responses)) byStatus.set(Number(status), []);
  for (const code of possibleErrors(key, call)) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses: Json = {};
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[String(status)] = answerOf(call, status, codes, example, writer);
  }
  const requestBody = bodyOf(call, example, writer);
  return {
    operationId: operationIdOf(key),
    tags: [module],
    summary: call.summary,
    description: describe(key, call),
    ...(call.auth === 'candidate' ? { 'x-access-key': call.accessKey === true } : {}),
    security: securityOf(call),
    parameters: parametersOf(key, call, path, writer),
    ...(requestBody ? { requestBody } : {}),
    responses,
  };
};
