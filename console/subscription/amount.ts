const MOST = 10_000_000;

/** A typed amount in reais (`350`, `350,00`, `1.350,00`); undefined for anything else, and for nothing. */
export function amountOf(typed: string): number | undefined {
  const text = typed.replace(/[\s.]/g, '').replace(',', '.');
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(text)) return undefined;
  const amount = Number(text);
  return amount > 0 && amount <= MOST ? amount : undefined;
}
