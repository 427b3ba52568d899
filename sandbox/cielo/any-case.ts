/** What was sent, whose fields are found whatever the case of their names is: Cielo reads `merchantOrderId` and `MerchantOrderId` alike. */
export function inAnyCase(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null) return sent;
  if (Array.isArray(sent)) return sent.map(inAnyCase);
  const byName = new Map(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), inAnyCase(value)]));
  return new Proxy(sent, { get: (_sent, name) => byName.get(String(name).toLowerCase()) });
}
