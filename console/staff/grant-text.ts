/**
 * "Secretaria · CUA, EPA", or the label and a word for all institutions of the tenant; `nameOf` returns an institution's usual
 * name.
 */
export const grantText = (
  { label, institutions }: { label: string; institutions: readonly string[] | null },
  everywhere: string,
  nameOf: (code: string) => string,
): string => `${label} · ${institutions ? institutions.map(nameOf).join(', ') : everywhere}`;
