import { type ChangeEvent, type Ref, useCallback, useLayoutEffect, useRef } from 'react';

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The controls on the page, and what each of them showed when the page last learned of it. */
const known = new Map<Control, () => string>();
/** A list that waits for its options shows nothing yet. */
const isLate = (control: Control, text: string): boolean =>
  control.value !== text && !(control.value === '' && control instanceof HTMLSelectElement);

/** The event of a text that came without one; nobody typed its last sign just now. */
export class LateInput extends Event {}

/** Has React see what stands in a control, also where it believes to know it already. */
function tell(control: Control): void {
  const text = control.value;
  // React remembers what is written through the control itself, and calls nobody for what it remembers.
  control.value = '';
  Reflect.set(Object.getPrototypeOf(control), 'value', text, control);
  control.dispatchEvent(
    new LateInput(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  );
}

function tellLate({ target }: Event): void {
  // A box that is being ticked would be drawn as it was before.
  if (target instanceof Element && target.closest('label, input')) return;
  for (const [control, text] of known)
    if (!control.isConnected) known.delete(control);
    else if (isLate(control, text())) tell(control);
}

/**
 * Browsers and password managers fill fields without an event. Before a press counts, the page learns of what stands in this
 * control; `text` is what it should show.
 */
export function watchLate(control: Control, text: () => string): void {
  if (known.size === 0) for (const press of ['click', 'submit']) addEventListener(press, tellLate, true);
  known.set(control, text);
}

type Held<C extends Control> = {
  value?: unknown;
  onChange?: ((event: ChangeEvent<C>) => void) | undefined;
  ref?: Ref<C> | undefined;
};

/**
 * For a control whose `value` a component holds: what came into it without an event stays there, where React would write over
 * it at the next drawing. Without `value` nothing changes.
 */
export function useHeld<C extends Control>({ value, onChange, ref }: Held<C>) {
  const control = useRef<C>(null);
  const told = useRef({ value, text: String(value ?? '') });
  const at = control.current;
  const late = at && value === told.current.value && isLate(at, told.current.text) ? at.value : undefined;

  useLayoutEffect(() => {
    const { current } = control;
    if (!current || value === undefined) return;
    told.current.value = value;
    // What stands there at first may have been typed before this script came.
    if (late === undefined && (at || current instanceof HTMLSelectElement)) told.current.text = current.value;
    watchLate(current, () => told.current.text);
  });
  const attach = useCallback(
    (element: C | null) => {
      control.current = element;
      if (typeof ref === 'function') return ref(element);
      if (ref) ref.current = element;
    },
    [ref],
  );
  if (value === undefined) return { onChange, ref };
  return {
    value: (late ?? value) as string,
    ref: attach,
    onChange: (event: ChangeEvent<C>) => {
      onChange?.(event);
      told.current.text = event.currentTarget.value;
    },
  };
}
