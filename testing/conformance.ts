import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Schema, schemaJudge } from './json-schema.ts';

/** The Central Bank's own description of API Pix 2.9.0; it is not part of this repository. */
const FILE =
  process.env.ORBITA_BCB_OPENAPI ??
  join(import.meta.dirname, '../../shared/reference/bcb-api-pix-2.9.0.openapi.yaml');

export type Exchange = {
  method: string;
  path: string;
  sent: unknown;
  status: number;
  type: string;
  answered: unknown;
};
type Operation = { requestBody?: Schema; responses: Record<string, Schema>; callbacks?: Schema };
export type Document = { paths: Record<string, Record<string, Operation>> };

/** The description; undefined if the file is missing. */
export function readDocument(): Document | undefined {
  if (existsSync(FILE)) return parse(readFileSync(FILE, 'utf8')) as Document;
  console.info(`The description of API Pix is not there (${FILE}): nothing was compared.`);
  return undefined;
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
};
const parsed = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));

/** A proxy between adapter and bank that records their messages; the bank's webhooks are received here. */
export async function openListener(bank: string) {
  const exchanges: Exchange[] = [];
  const notices: { path: string; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const text = await textOf(request);
    if (path.startsWith('/notices')) {
      notices.push({ path, body: parsed(text) });
      return response.end();
    }
    const answer = await fetch(bank + path, {
      method,
      headers: {
        authorization: headers.authorization ?? '',
        ...(text === '' ? {} : { 'content-type': String(headers['content-type']) }),
      },
      ...(text === '' ? {} : { body: text }),
    });
    const body = await answer.text();
    const type = answer.headers.get('content-type') ?? '';
    exchanges.push({ method, path, sent: parsed(text), status: answer.status, type, answered: parsed(body) });
    response.writeHead(answer.status, type === '' ? {} : { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    exchanges,
    notices,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * The operation of an exchange: matched by the path's first part, which names the resource, and by whether a single one or a
 * list was requested.
 */
const operationOf = (document: Document, { method, path }: Exchange) => {
  const parts = new URL(path, 'http://bank.test').pathname.split('/').slice(1);
  const known = Object.keys(document.paths).find((one) => {
    const wanted = one.split('/').slice(1);
    return (
      wanted.length === parts.length &&
      // The open addresses of payloads are listed beside the resources.
      !wanted[0]?.startsWith('{') &&
      !one.includes('AccessToken') &&
      wanted.every((part, at) => part.startsWith('{') || part === parts[at])
    );
  });
  return known === undefined ? undefined : document.paths[known]?.[method.toLowerCase()];
};

/** Violations of the document in one exchange. */
export function objections(
  document: Document,
  { judge, resolved }: ReturnType<typeof schemaJudge>,
  one: Exchange,
) {
  const operation = operationOf(document, one);
  if (!operation) return ['the document has no such call'];
  const schemaOf = (content: unknown, type: string): unknown =>
    (content as Record<string, Schema> | undefined)?.[type]?.schema;
  const body = resolved(operation.requestBody).content;
  const asked = body ? judge(schemaOf(body, 'application/json'), one.sent) : [];
  if (!operation.responses[one.status]) return [...asked, `the document has no answer ${one.status}`];
  const { content } = resolved(operation.responses[one.status]);
  if (!content) return one.answered === undefined ? asked : [...asked, 'an answer without a body has one'];
  // The document describes its problem answers under two media types.
  const schema = Object.values(content as Record<string, Schema>)[0]?.schema;
  const media = one.status < 400 ? /^application\/json/ : /^application\/(problem\+)?json/;
  return [
    ...asked,
    ...(media.test(one.type) ? [] : [`answered as ${one.type}`]),
    ...judge(schema, one.answered).map((text) => `answer ${text}`),
  ];
}
