const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const moment = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
});

/** `1234.5` → `R$ 1.234,50`. */
export const formatReais = (amount: number): string => money.format(amount).replace(/\u00a0/g, ' ');

/** ISO instant → `12/01/2026 10:00:00`, Brasília time. */
export const formatInstant = (iso: string): string => moment.format(new Date(iso)).replace(',', '');
