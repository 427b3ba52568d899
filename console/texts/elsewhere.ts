import type { Scope } from '@orbita/domain/staff';
import type { Kind } from '@orbita/domain/work';

/** What Início shows beside its counts (spec 25.5). */
export const besideTexts = {
  elsewhere: 'Fora desta página',
  elsewhereHelp: 'Também é seu, mas ainda não tem tela aqui. Quem cuida do portal faz por você.',
  goOn: 'Continuar',
  withYou: (until: string) => `Com você até ${until}`,
  nothingOpen: 'Nada aberto por você.',
  application: (id: number, course: string) => `Inscrição ${id} · ${course}`,
  /** Items whose list names them by a code. */
  kinds: {
    payment: (id) => `Pagamento ${id}`,
    month: (id) => `Mensalidade ${id}`,
    cancellation: (id) => `Cancelamento ${id}`,
  } as Partial<Record<Kind, (id: number) => string>>,
} as const;

/** Work that the product knows, with the parts that do it; Início names what no screen of the console shows (spec 25.5). */
export const ELSEWHERE: readonly { parts: readonly Scope[]; what: string }[] = [
  { parts: ['exam-scores'], what: 'Notas do ENEM' },
  { parts: ['tests.roll', 'tests.results'], what: 'Provas e resultados' },
  { parts: ['admissions.decide'], what: 'Questionários' },
  { parts: ['admissions.interview'], what: 'Entrevistas' },
  { parts: ['catalogue.everyday', 'catalogue.apply'], what: 'Catálogo' },
];
