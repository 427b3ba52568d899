import { type ChangeEvent, type Ref, useCallback, useLayoutEffect, useRef } from 'react';

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The controls on the page, each with the text last known to the page. */
const known = new Map<Control, () => string>();
/** A select whose options are not loaded yet has no value. */
const isLate = (control: Control, text: string): boolean =>
  control.value !== text && !(control.value === '' && control instanceof HTMLSelectElement);

/** Event for text that was filled in without one; nobody has just typed its last character. */
export class LateInput extends Event {}

/** Makes React notice a control's value even if it believes to know it already. */
function tell(control: Control): void {
  const text = control.value;
  // React tracks values set through the control itself and fires no handler for a value it has tracked.
  control.value = '';
  Reflect.set(Object.getPrototypeOf(control), 'value', text, control);
  control.dispatchEvent(
    new LateInput(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  );
}

function tellLate({ target }: Event): void {
  // A check box that is being ticked would be redrawn in its previous state.
  if (target instanceof Element && target.closest('label, input')) return;
  for (const [control, text] of known)
    if (!control.isConnected) known.delete(control);
    else if (isLate(control, text())) tell(control);
}

/**
 * Browsers and password managers fill fields without an event. Before a press takes effect, the page is informed of this
 * control's value; `text` is what it should show.
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
 * For a control whose `value` is held by a component: text that was filled in without an event is kept, where React would
 * overwrite it at the next render. Without `value` nothing changes.
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
    // The initial value may have been typed before this script ran.
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
