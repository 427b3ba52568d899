const KIND =
  /^(Centro Universitário|Universidade|Faculdades?|Escola de Pós(?:-Graduação)?)\s+(?=\S)(?!de |do |da )/i;

/** The name as a logo tells it: what people say, and under it what kind of institution it is. */
export function brandLines(brandName: string): { name: string; detail?: string } {
  const [whole, kind] = KIND.exec(brandName) ?? [];
  return whole && kind ? { name: brandName.slice(whole.length), detail: kind } : { name: brandName };
}
