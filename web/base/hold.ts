/** What was pressed while the scripts of a server-rendered page were still loading. */
type Held = {
  /** The button that was pressed last; for a submitted form, its submit button. */
  button: HTMLButtonElement | undefined;
  /** Stops holding presses; returns the button. */
  free: () => HTMLButtonElement | undefined;
};
export type HoldingWindow = { orbitaHeld?: Held | undefined };

/**
 * Inlined as a script into server-rendered pages, so it may use nothing outside itself and only what old browsers know. Until
 * the form is hydrated a press is remembered and the form is not submitted: the browser would leave the page, losing what was
 * typed.
 */
export function holdPresses(): void {
  const root = document.documentElement;
  const says = () => document.getElementById('orbita-wait');
  const keep = (button: HTMLButtonElement | null, sends: boolean) => {
    held.button = button || undefined;
    const wait = says();
    if (sends) root.setAttribute('data-held', '');
    else root.removeAttribute('data-held');
    if (wait) wait.textContent = sends ? wait.getAttribute('data-text') : '';
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    keep(form.querySelector<HTMLButtonElement>('button[type=submit]'), true);
  };
  const press = (event: Event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('#root button');
    if (button && button.type === 'button') keep(button, false);
  };
  const held: Held = {
    button: undefined,
    free: () => {
      removeEventListener('submit', submit, true);
      removeEventListener('click', press, true);
      const button = held.button;
      keep(null, false);
      return button;
    },
  };
  addEventListener('submit', submit, true);
  addEventListener('click', press, true);
  (window as HoldingWindow).orbitaHeld = held;
  if (!(window.isSecureContext && 'PublicKeyCredential' in window)) root.setAttribute('data-no-passkeys', '');
}
