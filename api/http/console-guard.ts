import type { Call } from '@orbita/protocol/foundation';
import type { FastifyRequest } from 'fastify';
import type { FoundHost } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { staffCookieOf } from '../staff/session.ts';
import { findConsole } from '../tenancy/console.ts';
import { headerOf } from './header.ts';

/** A call of operations that comes with the cookie of the console; with `Authorization` the cookie is ignored. */
export const comesFromConsole = (platform: Platform, request: FastifyRequest): boolean =>
  headerOf(request, 'authorization') === undefined && staffCookieOf(platform, request) !== undefined;

/** The console host of a request; refuses the cookie of the console on every other host (spec 25.2.1). */
export const consoleHost = async (platform: Platform, request: FastifyRequest): Promise<FoundHost> =>
  (await findConsole(platform, request.hostname)) ?? fail('HOST_UNKNOWN');

/**
 * Refuses what a page of another site could make a browser send with the cookie of the console, before anything is read
 * (spec 25.2.3): a change needs the console's own header, JSON or a form, and the origin of the host; a read must not come
 * from another site where the browser says so.
 */
export function guardConsole(
  request: FastifyRequest,
  { fromProvider }: Pick<Call, 'fromProvider'> = {},
): void {
  if (request.method === 'GET') {
    // Only a person's own way through pages leads there; what it may do is decided by what it brings.
    if (fromProvider) {
      const target = headerOf(request, 'sec-fetch-dest');
      if (target !== undefined && target !== 'document') fail('FORBIDDEN');
      return;
    }
    const site = headerOf(request, 'sec-fetch-site');
    if (site !== undefined && site !== 'same-origin' && site !== 'none') fail('FORBIDDEN');
    return;
  }
  const origin = request.headers.origin ?? '';
  const type = headerOf(request, 'content-type');
  const own =
    headerOf(request, 'x-orbita-equipe') === '1' &&
    URL.canParse(origin) &&
    new URL(origin).host === request.host &&
    (type === undefined || /^(application\/json|multipart\/form-data)\b/i.test(type));
  if (!own) fail('FORBIDDEN');
}

/** Whether a call belongs to the console alone: its ways in, and what a session does with itself. */
export const isOfConsole = (key: string, { auth }: Call): boolean =>
  auth === 'staff' || (auth === 'public' && key.includes(' /operations/staff/'));
