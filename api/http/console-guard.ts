import type { Call } from '@orbita/protocol/foundation';
import type { FastifyRequest } from 'fastify';
import type { FoundHost } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { isOwnOrigin } from '../platform/http/proxy.ts';
import type { Platform } from '../platform/platform.ts';
import { staffCookieOf } from '../staff/session.ts';
import { findConsole } from '../tenancy/console.ts';
import { headerOf } from './header.ts';

/** Whether a call of operations carries the console's cookie; with `Authorization` the cookie is ignored. */
export const comesFromConsole = (platform: Platform, request: FastifyRequest): boolean =>
  headerOf(request, 'authorization') === undefined && staffCookieOf(platform, request) !== undefined;

/** The console host of a request; refuses the console's cookie on every other host (spec 25.2.1). */
export const consoleHost = async (platform: Platform, request: FastifyRequest): Promise<FoundHost> =>
  (await findConsole(platform, request.hostname)) ?? fail('HOST_UNKNOWN');

/**
 * Refuses requests that a page of another site could make a browser send with the console's cookie, before anything is read (spec
 * 25.2.3): a change needs the console's own header, JSON or a form, and the origin of the host; a read must not come from another
 * site if the browser says so.
 */
export function guardConsole(
  request: FastifyRequest,
  { fromProvider }: Pick<Call, 'fromProvider'> = {},
): void {
  if (request.method === 'GET') {
    // Only a person navigating through pages gets there; what the request may do depends on what it carries.
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
    isOwnOrigin(request, origin) &&
    (type === undefined || /^(application\/json|multipart\/form-data)\b/i.test(type));
  if (!own) fail('FORBIDDEN');
}

/** Whether a call belongs only to the console: its sign-in, and what a session does with itself. */
export const isOfConsole = (key: string, { auth }: Call): boolean =>
  auth === 'staff' || (auth === 'public' && key.includes(' /operations/staff/'));
