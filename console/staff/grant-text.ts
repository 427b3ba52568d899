/** "Secretaria · CUA01, EPA01", or the label and a word for all institutions of the tenant. */
export const grantText = (
  { label, institutions }: { label: string; institutions: readonly string[] | null },
  everywhere: string,
): string => `${label} · ${institutions ? institutions.join(', ') : everywhere}`;
