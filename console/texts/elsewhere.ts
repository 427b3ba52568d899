import type { Scope } from '@orbita/domain/staff';

/** Work that the product knows, with the parts that do it; Início names what no screen of the console shows (spec 25.5). */
export const ELSEWHERE: readonly { parts: readonly Scope[]; what: string }[] = [
  { parts: ['exam-scores'], what: 'Notas do ENEM' },
  { parts: ['tests.roll', 'tests.results'], what: 'Provas e resultados' },
  { parts: ['admissions.decide'], what: 'Questionários' },
  { parts: ['admissions.interview'], what: 'Entrevistas' },
  { parts: ['privacy.answer'], what: 'Pedidos de privacidade' },
  { parts: ['messages.send'], what: 'Mensagens que não saíram' },
  { parts: ['webhooks'], what: 'Integrações' },
  { parts: ['catalogue.everyday', 'catalogue.apply'], what: 'Catálogo' },
  { parts: ['reports'], what: 'Números e painéis' },
];
