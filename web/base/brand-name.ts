const KIND =
  /^(Centro Universitário|Universidade|Faculdades?|Escola de Pós(?:-Graduação)?)\s+(?=\S)(?!de |do |da )/i;

/** The brand name as the logo shows it: the name people use and, on a second line, the kind of institution. */
export function brandLines(brandName: string): { name: string; detail?: string } {
  const [whole, kind] = KIND.exec(brandName) ?? [];
  return whole && kind ? { name: brandName.slice(whole.length), detail: kind } : { name: brandName };
}
