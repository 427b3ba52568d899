import type { Early } from '@orbita/client/request.ts';
import type { FirstAddresses } from './first-calls.ts';

export type EarlyWindow = { orbitaEarly?: Record<string, Early> | undefined };

/**
 * Stands as a script inside the pages of who is signed in, so it may use nothing outside itself. Makes the
 * calls that the page of this address makes in any case, while its scripts are still on their way, and those of the step
 * that the status then names, as `firstCalls` says; `api.ts` takes their answers. Where anything is unusual it makes none: the access
 * of a link, a host of several institutions, a foreign path.
 */
export function askEarly(firstCalls: FirstAddresses): void {
  try {
    // The whole domain of the institution may have a cookie of that name, too: only a token of ours has these claims.
    const tokens = document.cookie.split('; ').flatMap((pair) => {
      try {
        if (!pair.startsWith('accessToken=')) return [];
        const token = decodeURIComponent(pair.slice('accessToken='.length));
        const part = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
        const { sub, rem } = JSON.parse(atob(part)) as { sub?: unknown; rem?: unknown };
        return typeof sub === 'string' && typeof rem === 'boolean' ? [{ token, sub }] : [];
      } catch {
        return [];
      }
    });
    const place =
      /^\/orbita\/candidate\/(?:(portal|tracking)|(course)|essays\/([1-9]\d{0,14})|subscriptions(?:\/(?:pos\/classes|pos|essays|ext|tax))?\/([1-9]\d{0,14}))$/.exec(
        location.pathname,
      );
    const { token = '', sub = '' } = tokens[0] ?? {};
    const owner = encodeURIComponent(sub);
    // A link in a message opens its page for whom it was sent to, not for who is signed in here.
    const byLink = sessionStorage.getItem('orbita.access') || location.search.includes('accesskey=');
    if (!place || !token || !owner || byLink) return;
    const { tenant, institution } = JSON.parse(document.getElementById('orbita-settings')?.textContent ?? '');
    const [, list, course, essay, id] = place;
    const tracked =
      list === 'tracking' ? /[?&]subscription=([1-9]\d{0,14})(?:&|$)/.exec(location.search)?.[1] : undefined;
    const usual: Record<string, string> = {
      'x-tenant-alias': tenant.alias,
      'x-tenant-id': tenant.id,
      authorization: `Bearer ${token}`,
    };
    const asked: Record<string, Early> = {};
    const ask = (
      path: string,
      more: Record<string, string> = {},
      then: (response: Response) => Promise<void> = async () => undefined,
    ) => {
      const address = `/orbita/api/candidate/${path}`;
      const headers = { ...usual, ...more };
      const answer = fetch(address, {
        headers,
        credentials: 'same-origin',
        signal: AbortSignal.timeout(20_000),
      }).then(async (response) => {
        const at = performance.now();
        // Done before the page gets the answer, which would make the same calls.
        await then(response.clone()).catch(() => undefined);
        return { response, at };
      });
      // Who takes the answer gets its failure; an answer that nobody takes fails without notice.
      answer.catch(() => undefined);
      asked[`${address} ${JSON.stringify(headers)}`] = answer;
    };
    const all = { 'institution-global-filter': 'false' };
    ask('users/check/');
    if (list) ask(`users/${owner}/subscriptions`, all);
    if (id) ask(`users/${owner}/subscription/${id}`);
    if (institution) {
      const named = { 'x-institution-code': institution.code };
      const askAll = (calls: readonly string[] = [], of = '') => {
        for (const call of calls) {
          const path = call.replace('{id}', of).replace('{uuid}', owner);
          const ofInstitution = /^(subscriptions|offers)\b/.test(path) ? named : {};
          ask(path, path.startsWith('offers') ? { ...ofInstitution, ...all } : ofInstitution);
        }
      };
      if (course) askAll(firstCalls['/course']);
      if (tracked) askAll(firstCalls['/tracking?subscription'], tracked);
      if (essay) ask(`subscriptions/essays/${essay}`, named);
      const part = new URLSearchParams(location.search).get('etapa') ?? '';
      const askStep = async (status: Response) => {
        const { page } = (await status.json()) as { page: string };
        askAll(part ? (firstCalls[`${page}?${part}`] ?? firstCalls[`${page}?`]) : firstCalls[page], id);
      };
      if (id) ask(`subscriptions/status/${id}`, named, askStep);
      if (id) ask(`subscriptions/${id}/steps`, named);
    }
    (window as EarlyWindow).orbitaEarly = asked;
  } catch {
    // The page asks itself then, as it does in browsers that lack something of this.
  }
}

/** True where this page was opened with a token: it made its first calls early. */
export const askedEarly = (): boolean =>
  (globalThis.window as EarlyWindow | undefined)?.orbitaEarly !== undefined;

/**
 * The early answer to a call with these headers, if there is one; each is given once. A call that changes something ends
 * them all, because they say what was before.
 */
export function takeEarly(
  method: string,
  address: string,
  headers: Readonly<Record<string, string>>,
): Early | undefined {
  const holder = globalThis.window as EarlyWindow | undefined;
  if (method !== 'GET' && holder) holder.orbitaEarly = undefined;
  const name = `${address} ${JSON.stringify(headers)}`;
  const found = holder?.orbitaEarly?.[name];
  if (found) delete holder?.orbitaEarly?.[name];
  return found;
}
