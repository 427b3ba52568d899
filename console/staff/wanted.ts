/** Where E-00 leads back to: an address of the console, or the start page. */
export const wantedOf = (search: string): string => {
  const wanted = new URLSearchParams(search).get('voltar') ?? '';
  return wanted.startsWith('/') && !wanted.startsWith('//') ? wanted : '/';
};
