import { store } from '@orbita/client/store.ts';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { singleKeys } from './preferences.ts';

/** One key, or two in sequence: `j`, `?`, `g i`, `Ctrl+Enter`, `ArrowDown`. */
export type KeyBinding = {
  key: string;
  /** Label in the list of keys. */
  label: string;
  run: (event: KeyboardEvent) => void;
  /** Decides something: never by a held key, nor within 300 ms after a new item was painted (spec 25.3.5). */
  decides?: boolean;
  /** Works while the caret is in a field; only for Ctrl combinations and Escape. */
  inFields?: boolean;
};
/** `dialog`: keys of an open dialog, the only ones that work while one is open. */
export type KeyGroup = { title: string; bindings: readonly KeyBinding[]; dialog?: boolean };

const PAINT_MS = 300;
const SEQUENCE_MS = 1500;

const groups: KeyGroup[] = [];
const shown = store<readonly KeyGroup[]>([]);
let paintedAt = Number.NEGATIVE_INFINITY;
let first: { key: string; at: number } | undefined;

const changed = () => shown.set([...groups]);

/** Call when a new item has been painted: for 300 ms no key decides, because it was meant for the previous one. */
export const itemPainted = (now = performance.now()): void => {
  paintedAt = now;
};

const EDITED = /^(?:INPUT|TEXTAREA|SELECT)$/;
const CHOSEN = /^(?:checkbox|radio|button|submit|reset)$/;

/** Whether key presses go into the focused element. */
function isTyping(target: EventTarget | null): boolean {
  const element = target as Partial<HTMLInputElement> | null;
  if (!element?.tagName) return false;
  if (element.isContentEditable) return true;
  return EDITED.test(element.tagName) && !(element.tagName === 'INPUT' && CHOSEN.test(element.type ?? ''));
}

/** Keys that the focused control handles itself. */
const isAnswered = (event: KeyboardEvent): boolean => {
  const tag = (event.target as Partial<Element> | null)?.tagName;
  return (
    (event.key === 'Enter' || event.key === ' ') &&
    /^(?:A|BUTTON|SUMMARY|INPUT)$/.test(tag ?? '') &&
    !event.ctrlKey
  );
};

const nameOf = (event: KeyboardEvent): string => {
  const ctrl = event.ctrlKey || event.metaKey ? 'Ctrl+' : '';
  const letter = event.key.length === 1;
  const shift = event.shiftKey && (!letter || /[a-z]/i.test(event.key)) ? 'Shift+' : '';
  return ctrl + shift + (letter ? event.key.toLowerCase() : event.key);
};

const isSingle = (name: string) => !/^Ctrl\+|^Escape$|^Arrow/.test(name);

const dialogOpen = (): boolean => globalThis.document?.documentElement.dataset.dialog !== undefined;

/** The binding a key press triggers now; the part of the page that was added last takes precedence. */
function bindingOf(
  name: string,
  sequence: string | undefined,
  of: readonly KeyGroup[],
): KeyBinding | undefined {
  const wanted = sequence ? [`${sequence} ${name}`, name] : [name];
  for (const want of wanted)
    for (const group of of.toReversed()) {
      const found = group.bindings.find(({ key }) => key === want);
      if (found) return found;
    }
  return undefined;
}

/** Handles a key press; exported for tests. */
export function press(event: KeyboardEvent, now = performance.now()): void {
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  const name = nameOf(event);
  const sequence = first && now - first.at < SEQUENCE_MS ? first.key : undefined;
  first = undefined;
  // A dialog blocks the page behind it, for keys as well.
  const listening = dialogOpen() ? groups.filter(({ dialog }) => dialog) : groups;
  const binding = bindingOf(name, sequence, listening);
  const typing = isTyping(event.target);
  if (!binding) {
    const begins = listening.some((group) => group.bindings.some(({ key }) => key.startsWith(`${name} `)));
    if (begins && !typing && !event.repeat && singleKeys()) first = { key: name, at: now };
    return;
  }
  if (typing && !binding.inFields) return;
  if (isAnswered(event) && !binding.inFields) return;
  if (isSingle(name) && !singleKeys()) return;
  if (binding.decides && (event.repeat || now - paintedAt < PAINT_MS)) {
    event.preventDefault();
    return;
  }
  event.preventDefault();
  binding.run(event);
}

/** Adds keys of a part of the page; returns a function that removes them. */
export function addKeys(group: KeyGroup): () => void {
  groups.push(group);
  changed();
  return () => {
    groups.splice(groups.indexOf(group), 1);
    changed();
  };
}

/** Starts listening; call it once per page. */
export function listenToKeys(): () => void {
  const listen = (event: KeyboardEvent) => press(event);
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}

/**
 * Keys of a part of the page, while it is mounted. Bindings may be new objects at every render; they are re-registered only
 * when keys or labels change.
 */
export function useKeys(
  title: string,
  bindings: readonly KeyBinding[],
  { dialog = false }: { dialog?: boolean } = {},
): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  const signature = JSON.stringify(
    bindings.map(({ key, label, decides, inFields }) => [key, label, decides, inFields]),
  );
  // Before the paint: what is visible can be pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature says when keys or words changed
  useLayoutEffect(
    () =>
      addKeys({
        title,
        dialog,
        bindings: latest.current.map((binding, at) => ({
          ...binding,
          run: (event) => latest.current[at]?.run(event),
        })),
      }),
    [title, signature, dialog],
  );
}

/** Every key that works now, for the list. */
export const useKeyGroups = shown.use;

/** Reports that a different item is shown; call it with the item's id. */
export function useItemPainted(id: string | number | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another id is another item
  useEffect(() => itemPainted(), [id]);
}
