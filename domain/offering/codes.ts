/** Codes of spec 2.7 that are used when an application is created or cancelled. */

export const MODALITIES = ['Presencial', 'Semipresencial', 'EaD'] as const;

export const INGRESS_KINDS = [
  'online-essay',
  'scheduled-test',
  'exam-score',
  'document-analysis',
  'none',
] as const;
export type IngressKind = (typeof INGRESS_KINDS)[number];

/** Ingress kinds with an evaluation; their form asks for accessibility needs (Lei 13.146/2015 art. 30). */
export const isEvaluated = (kind: IngressKind): boolean =>
  kind === 'online-essay' || kind === 'scheduled-test' || kind === 'exam-score';

export const ACCESSIBILITY_QUESTION = 'Preciso de recursos de acessibilidade para a prova';
export const ACCESSIBILITY_KINDS = [
  { code: 'extra-time', label: 'Tempo adicional' },
  { code: 'large-print', label: 'Prova ampliada' },
  { code: 'screen-reader', label: 'Leitor de tela' },
  { code: 'sign-language', label: 'Intérprete de Libras' },
  { code: 'reader', label: 'Ledor(a)' },
  { code: 'accessible-place', label: 'Local acessível' },
  { code: 'other', label: 'Outro' },
] as const;
