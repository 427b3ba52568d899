import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Reply } from '../platform/http/context.ts';
import { reply } from '../platform/http/route.ts';

/** One day, because reference data changes when laws do, not daily. */
const CACHE = 'public, max-age=86400';

/** A body and its entity tag. */
export type Tagged = { body: unknown; etag: string };

/** Hashes a body; equal bodies have equal tags on every node. */
export const tagOf = (body: unknown): Tagged => ({
  body,
  etag: `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`,
});

/** Whether the browser already has the body. Weak tags count too, because compression along the way weakens tags. */
const has = (request: FastifyRequest, etag: string): boolean =>
  (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');

/** 200 with the tag, or 304 for a browser that already has it. */
export function sendTagged(request: FastifyRequest, { body, etag }: Tagged): Reply {
  const headers = { 'cache-control': CACHE, etag };
  return has(request, etag) ? reply(304, undefined, { headers }) : reply(200, body, { headers });
}
