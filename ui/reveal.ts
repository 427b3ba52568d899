/** Brings a control into view and gives it the focus; the closed parts it stands in are opened. */
export function reveal(id: string): void {
  const control = document.getElementById(id);
  for (let part = control?.closest('details'); part; part = part.parentElement?.closest('details')) {
    part.open = true;
  }
  control?.focus();
  control?.scrollIntoView({ block: 'center' });
}
