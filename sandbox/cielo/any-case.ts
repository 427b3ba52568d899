/** The request with case-insensitive field names: Cielo reads `merchantOrderId` and `MerchantOrderId` alike. */
export function inAnyCase(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null) return sent;
  if (Array.isArray(sent)) return sent.map(inAnyCase);
  const byName = new Map(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), inAnyCase(value)]));
  return new Proxy(sent, { get: (_sent, name) => byName.get(String(name).toLowerCase()) });
}
