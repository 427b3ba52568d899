import { useCallback, useEffect, useRef, useState } from 'react';
import { here } from '../base/here.ts';
import { BASE, settings } from '../base/settings.ts';
import { tagsLive } from '../tenancy/tags-live.ts';

const QUERY = 'painel';
const NAMES = { 'sign-up': 'criar-conta', code: 'entrar-com-codigo', social: 'vincular-conta' } as const;
const RESET = `${BASE}/reset-password`;
const RETURN = /\/auth\/(google|linkedin)\/?$/;

/** What the page before the app shows; `reset` has its own address (spec 4.1). */
export type Panel = 'sign-in' | 'sign-up' | 'code' | 'reset' | 'social';

function panelOf(): Panel {
  const { pathname, search } = here();
  if (pathname === RESET || pathname.startsWith(`${RESET}/`)) return 'reset';
  if (RETURN.test(pathname)) return 'social';
  const name = new URLSearchParams(search).get(QUERY);
  const { signup, code } = settings.loginMethods;
  if (signup && name === NAMES['sign-up']) return 'sign-up';
  if (name === NAMES.social) return 'social';
  return code && name === NAMES.code ? 'code' : 'sign-in';
}

/** What the address says: the panel and, for a reset, the secret of its link. */
export type Place = { panel: Panel; link: string | undefined };

/** The panel an address names, with the secret of its link. */
export function placeOf(): Place {
  const panel = panelOf();
  const link = panel === 'reset' ? decodeURIComponent(here().pathname.slice(RESET.length + 1)) : '';
  return { panel, link: link || undefined };
}

/** Address of a panel; it keeps the page the person wanted. */
export function addressOf(panel: Panel): string {
  const query = new URLSearchParams(here().search);
  if (panel === 'sign-up' || panel === 'code' || panel === 'social') query.set(QUERY, NAMES[panel]);
  else query.delete(QUERY);
  const text = query.toString();
  return `${panel === 'reset' ? RESET : `${BASE}/`}${text && `?${text}`}`;
}

/** The current panel, stored in the address: the browser's Back returns to the previous one. */
export function usePanel(): [Place, (panel: Panel) => void] {
  const [place, setPlace] = useState(placeOf);
  useEffect(() => {
    const back = () => {
      const now = placeOf();
      if (now.panel === 'reset' && tagsLive()) return location.reload();
      setPlace(now);
    };
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);
  const open = useCallback((next: Panel) => {
    // No foreign script where a password is set (spec 3.1).
    if (next === 'reset' && tagsLive()) return location.assign(addressOf(next));
    history.pushState(null, '', addressOf(next));
    scrollTo(0, 0);
    setPlace(placeOf());
  }, []);
  return [place, open];
}

/** Focuses the heading of a panel that was opened, but never on the first visit. */
export function useHeadingFocus(panel: Panel): (heading: HTMLHeadingElement | null) => void {
  const shown = useRef(panel);
  return useCallback(
    (heading: HTMLHeadingElement | null) => {
      if (!heading || shown.current === panel) return;
      shown.current = panel;
      heading.focus({ preventScroll: true });
    },
    [panel],
  );
}
