import type { Step } from '../steps.ts';

const labels = [
  'Inscrição',
  'Redação',
  'Em análise',
  'Resultado',
  'Dados',
  'Primeiro pagamento',
  'Documentos',
  'Matriculado',
];

/** The eight steps with the fifth as the current one. */
export const steps: Step[] = labels.map((label, index) => ({
  key: label,
  label,
  state: index < 4 ? 'done' : index === 4 ? 'current' : index === 6 ? 'blocked' : 'todo',
  note: index === 4 ? 'Você está aqui' : index === 6 ? 'Abre depois do pagamento' : undefined,
}));

/** Not a real code, only a pattern of realistic density. */
export const qrPath = Array.from({ length: 33 * 33 }, (_, at) => at)
  .filter((at) => (at * 7919 + Math.floor(at / 33) * 104729) % 5 < 2)
  .map((at) => `M${at % 33} ${Math.floor(at / 33)}h1v1h-1z`)
  .join('');
