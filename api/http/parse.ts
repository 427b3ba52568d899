import type { CallKey } from '@orbita/protocol';
import {
  type Call,
  fieldErrorsOf,
  paramsSchema,
  queryNames,
  unknownNames,
} from '@orbita/protocol/foundation';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Upload } from '../platform/http/context.ts';
import { AppError, fail } from '../platform/http/errors.ts';

/** Data of a request, parsed by the shapes of the protocol. */
export type Input = {
  params: unknown;
  query: unknown;
  /** Parses on first use, so that a missing id is reported before invalid fields. */
  body(): unknown;
  file(): Promise<Upload>;
};

/**
 * Creates the parser for the requests of a call. Path parameters that cannot be an id are refused with 404, and a query that
 * violates its shape or has an unknown name with 422; the body is parsed when the handler requests it.
 */
export function parserOf(key: CallKey, call: Call): (request: FastifyRequest) => Input {
  const shape = paramsSchema(key, call);
  const names = queryNames(call);
  return (request) => {
    const params = shape.safeParse(request.params ?? {});
    if (!params.success) fail('NOT_FOUND');
    const said = saidIn(request.query);
    const errors = names ? unknownNames(Object.keys(said), names) : [];
    if (errors.length > 0) throw new AppError('VALIDATION', { errors });
    const query = call.query ? fieldsOf(call.query, said) : {};
    return { params: params.data, query, body: bodyReader(call, request), file: () => uploadOf(request) };
  };
}

/** A query without empty names and values: `?type=&q=` means the same as no query (spec 2.3). */
const saidIn = (query: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query ?? {}).filter(([name, value]: [string, unknown]) => name !== '' && value !== ''),
  );

/** Parses fields by their shape; refuses with the error of each invalid field (422). */
function fieldsOf(shape: z.ZodType, given: unknown): unknown {
  const parsed = shape.safeParse(given, { reportInput: true });
  if (!parsed.success) throw new AppError('VALIDATION', { errors: fieldErrorsOf(parsed.error) });
  return parsed.data;
}

function bodyReader(call: Call, request: FastifyRequest): () => unknown {
  let read: { value: unknown } | undefined;
  return () => {
    read ??= { value: call.body && fieldsOf(call.body, request.body) };
    return read.value;
  };
}

async function uploadOf(request: FastifyRequest): Promise<Upload> {
  // An unreadable form counts as a form without a part, but a refusal raised during reading is kept.
  const part = await request.file().catch((error: unknown) => {
    if (error instanceof AppError) throw error;
  });
  if (!part) throw new AppError('VALIDATION', { errors: [{ field: 'file', message: 'Obrigatório.' }] });
  const text = (name: string): string | undefined => {
    const sent = Object.hasOwn(part.fields, name) ? part.fields[name] : undefined;
    const one = Array.isArray(sent) ? sent[0] : sent;
    // Characters that the database cannot store are dropped here; in a JSON body they are refused.
    return one?.type === 'field' && typeof one.value === 'string'
      ? one.value.replaceAll('\0', '').toWellFormed()
      : undefined;
  };
  return { name: part.filename, mimetype: part.mimetype, stream: part.file, text };
}
