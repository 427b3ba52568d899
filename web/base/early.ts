import type { Early } from '@orbita/client/request.ts';
import type { FirstAddresses } from './first-calls.ts';

export type EarlyWindow = { orbitaEarly?: Record<string, Early> | undefined };

/**
 * Inlined as a script into the pages of signed-in people, so it may use nothing outside itself. While the page's scripts are
 * still loading, it makes the calls that the page of this address makes in any case, and those of the step that the status then
 * names, as listed in `firstCalls`; `api.ts` picks up their answers. In unusual cases it makes none: access by a link, a host
 * of several institutions, an unknown path.
 */
export function askEarly(firstCalls: FirstAddresses): void {
  try {
    // The whole domain of the institution may have a cookie of that name, too: only one of our tokens has these claims.
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
    // A link in a message opens its page for its recipient, not for the person signed in here.
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
        // Starts the follow-up calls before the page gets the answer, which would make the same calls.
        await then(response.clone()).catch(() => undefined);
        return { response, at };
      });
      // The caller that picks up the answer gets its failure; one that nobody picks up fails silently.
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
    // The page then makes its calls itself, as it does in browsers that lack something used here.
  }
}

/** True if this page was opened with a token and therefore made its first calls early. */
export const askedEarly = (): boolean =>
  (globalThis.window as EarlyWindow | undefined)?.orbitaEarly !== undefined;

/**
 * The early answer to a call with these headers, if there is one; each is handed out once. A call that changes something
 * discards them all, because they describe the state before it.
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
