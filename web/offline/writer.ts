import type { TabCopy } from '../base/tab-copy.ts';
import type { Draft } from '../essay/draft.ts';
import { offlineTexts as t } from '../texts/offline.ts';
import './offline.css';

/**
 * Replaces the editor while offline: shows and stores the copy of the text in this tab, and hands over to the real editor,
 * which sends it, once the server can be reached. It imports no module of the app, since those do not run without the settings
 * in the server's page.
 */

const AGAIN_MS = 10_000;
const HALF_MINUTE = 30_000;
const id = /\/essays\/(\d+)/.exec(location.pathname)?.[1] ?? '';
const KEY = `essay:${id}`;

function readCopy(): TabCopy<Draft> | undefined {
  try {
    const copy = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<TabCopy<Draft>> | null;
    const { draft, revision } = copy ?? {};
    if (typeof draft?.title !== 'string' || typeof draft.essay !== 'string' || typeof revision !== 'number')
      return undefined;
    return { ...copy, draft, revision, sent: copy?.sent ?? [] };
  } catch {
    return undefined;
  }
}

/** Stores the text; it counts as unsent from the first change on. False if nothing can be stored. */
function keepCopy({ saved: _, ...copy }: TabCopy<Draft>): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(copy));
    return true;
  } catch {
    return false;
  }
}

/** Whether what was typed last could not be stored: it is on this page alone. */
let isUnkept = false;

function add<K extends keyof HTMLElementTagNameMap>(
  parent: Element,
  name: K,
  { className, ...more }: Partial<HTMLElementTagNameMap[K]> = {},
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  if (className) element.className = className;
  Object.assign(element, more);
  parent.append(element);
  return element;
}

/** Adds the sheet with this tab's text. */
function addSheet(page: Element, copy: TabCopy<Draft>): void {
  const sheet = add(page, 'div', { className: 'sheet' });
  const title = add(sheet, 'input', { className: 'sheet__title', value: copy.draft.title });
  title.setAttribute('aria-label', t.essayTitle);
  title.placeholder = t.essayTitle;
  const text = add(sheet, 'textarea', {
    className: 'sheet__text',
    value: copy.draft.essay,
    spellcheck: true,
  });
  text.setAttribute('aria-label', t.essay);
  const line = add(page, 'p', { className: 'foot' });
  line.setAttribute('role', 'status');
  const typed = () => {
    isUnkept = !keepCopy({ ...copy, draft: { title: title.value, essay: text.value } });
    line.textContent = isUnkept ? t.notKept : '';
  };
  title.addEventListener('input', typed);
  text.addEventListener('input', typed);
}

/** Loads the real editor if the server answers; never by itself while the text is on this page alone. */
async function tryAgain(isAsked = false): Promise<void> {
  try {
    const limit = AbortSignal.timeout?.(HALF_MINUTE);
    await fetch('/orbita/api/platform/health', { cache: 'no-store', ...(limit ? { signal: limit } : {}) });
    if (isAsked || !isUnkept) location.reload();
  } catch {
    // Still no network: retried below.
  }
}

function draw(): void {
  const page = document.getElementById('pagina') as HTMLElement;
  const main = add(page, 'main');
  const notice = add(main, 'div', { className: 'notice' });
  add(notice, 'h1', { textContent: navigator.onLine ? t.silent : t.title, tabIndex: -1 }).focus();
  const copy = readCopy();
  if (copy) {
    add(notice, 'p', { textContent: t.keep });
    add(notice, 'p', { textContent: copy.until ? t.until(copy.until) : t.running });
    add(notice, 'p', { textContent: t.finish });
  } else {
    add(notice, 'p', { textContent: t.none });
    add(notice, 'p', { textContent: `${t.running} ${t.back}` });
  }
  const retry = add(notice, 'button', { type: 'button', textContent: t.retry });
  const status = add(notice, 'span', { className: 'hidden' });
  status.setAttribute('role', 'status');
  retry.addEventListener('click', () => {
    retry.textContent = t.trying;
    status.textContent = t.trying;
    void tryAgain(true).then(() => {
      retry.textContent = t.retry;
      status.textContent = '';
    });
  });
  if (copy) addSheet(main, copy);
  addEventListener('online', () => void tryAgain());
  addEventListener('beforeunload', (event) => {
    if (isUnkept) event.preventDefault();
  });
  setInterval(() => void tryAgain(), AGAIN_MS);
}

draw();
