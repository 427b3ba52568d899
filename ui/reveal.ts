/** Scrolls a control into view and focuses it; collapsed parts around it are opened. */
export function reveal(id: string): void {
  const control = document.getElementById(id);
  for (let part = control?.closest('details'); part; part = part.parentElement?.closest('details')) {
    part.open = true;
  }
  control?.focus();
  control?.scrollIntoView({ block: 'center' });
}
