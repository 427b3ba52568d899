import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { HoldingWindow } from '../base/hold.ts';

/** Text, choice or check state of a form's controls, by name. */
function typedIn(form: HTMLFormElement): Record<string, string | boolean> {
  const typed: Record<string, string | boolean> = {};
  for (const control of form.elements) {
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
    if (control.type === 'checkbox') typed[control.name] = (control as HTMLInputElement).checked;
    else if (control.type !== 'radio' || (control as HTMLInputElement).checked)
      typed[control.name] = control.value;
  }
  return typed;
}

/** The server-rendered form before hydration, which may replace it: until then it receives what is typed. */
let painted: { form: HTMLFormElement; at: Caret | undefined } | undefined;

/** Remembers the server-rendered form while its page is being rendered. */
export function holdTyped(): void {
  const form = document.querySelector<HTMLFormElement>('#root form');
  painted = form ? { form, at: caretIn(form) } : undefined;
}

type Caret = { name: string; start: number | null; end: number | null };

/** Where in the form somebody is typing; undefined if nowhere. */
function caretIn(form: HTMLFormElement): Caret | undefined {
  const at = document.activeElement;
  if (!(at instanceof HTMLInputElement) || !form.contains(at)) return undefined;
  return { name: at.name, start: at.selectionStart, end: at.selectionEnd };
}

/** Restores the caret behind the same number of letters and digits, since a mask may have inserted separators. */
function putBack(form: HTMLFormElement, { name, start, end }: Caret, before: unknown): void {
  const control = form.elements.namedItem(name);
  if (!(control instanceof HTMLInputElement)) return;
  if (document.activeElement !== control) control.focus({ preventScroll: true });
  if (start === null || end === null || typeof before !== 'string' || control.value === before) return;
  const place = (caret: number): number => {
    let left = before.slice(0, caret).replace(/\W/g, '').length;
    let at = 0;
    while (left > 0 && at < control.value.length) if (/\w/.test(control.value.charAt(at++))) left -= 1;
    return caret >= before.length ? control.value.length : at;
  };
  control.setSelectionRange(place(start), place(end));
}

/**
 * Takes over a server-rendered form: what was typed before the scripts loaded, the caret position, and a press of its button.
 * `take` receives the controls' values that differ from `values`.
 */
export function useTakeOver<V extends object>(
  form: RefObject<HTMLFormElement | null>,
  values: V,
  take: (typed: V) => void,
): void {
  const [taken, setTaken] = useState(false);
  const caret = useRef<{ at: Caret; text: unknown }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is painted once
  useLayoutEffect(() => {
    if (!form.current || !(window as HoldingWindow).orbitaHeld) return;
    const isPainted = painted?.form === form.current;
    const typed = typedIn(painted?.form ?? form.current);
    const at = isPainted ? caretIn(form.current) : painted?.at;
    if (at) caret.current = { at, text: typed[at.name] };
    const names = Object.keys(values).filter((name) => name in typed);
    if (names.some((name) => typed[name] !== values[name as keyof V]))
      take({ ...values, ...Object.fromEntries(names.map((name) => [name, typed[name]])) });
    setTaken(true);
  }, []);
  useLayoutEffect(() => {
    if (taken && form.current && caret.current) putBack(form.current, caret.current.at, caret.current.text);
  }, [taken, form]);
  // Only now do the handlers know what was typed.
  useEffect(() => {
    if (taken) release();
  }, [taken]);
}

/** Repeats the press made before the scripts loaded. */
function release(): void {
  const holding = window as HoldingWindow;
  const button = holding.orbitaHeld?.free();
  holding.orbitaHeld = undefined;
  if (button?.isConnected) button.click();
}

/** The same on a page that may have no form to do it. */
export function useReleaseWithoutForm(): void {
  useEffect(() => {
    if (!document.querySelector('#root form')) release();
  }, []);
}
