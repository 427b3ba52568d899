/** Longest text accepted as an amount: more digits than any amount has. */
const LONGEST = 16;
const AMOUNT = /^(\d{1,3}(?:\.\d{3}){0,3}|\d{1,10})(?:,(\d{1,2}))?$/;

/**
 * Cents of an amount as written in Brazil: `349`, `349,5`, `1.349,00`, `R$ 349,00`. Undefined for anything else, also for
 * `349.50`, which is ambiguous.
 */
export function centsOf(typed: string): number | undefined {
  const text = typed.trim().replace('R$', '').trim();
  const found = text.length > LONGEST ? null : AMOUNT.exec(text);
  if (!found) return undefined;
  const [, whole = '', rest = ''] = found;
  return Number(whole.replaceAll('.', '')) * 100 + Number(rest.padEnd(2, '0'));
}

/** A number as written in Brazil: `50`, `1.000`, `12,5`. Undefined for anything else, also for `12.5`, as with amounts. */
export function numberOf(typed: string): number | undefined {
  const text = typed.trim();
  const found = text.length > LONGEST ? null : AMOUNT.exec(text);
  if (!found) return undefined;
  const [, whole = '', rest = '0'] = found;
  return Number(`${whole.replaceAll('.', '')}.${rest}`);
}
