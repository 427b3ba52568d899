import { entryOf } from '../foundation/index.ts';
import { type NotificationData, neededData } from './render.ts';
import { type TemplateId, templateOf } from './templates.ts';

/** Sample value of each placeholder. */
const VALUES: Readonly<Record<string, string>> = {
  alteracao: 'e-mail',
  codigo: '123456',
  comentario: 'Traga o diploma no primeiro dia.',
  contato: 'c***@exemplo.test',
  curso: 'Enfermagem',
  data: '20/01/2026',
  decidido: 'aprovado',
  desconto: 'R$ 50,00',
  dia: '20/01',
  documento: 'RG',
  falta: 'o primeiro pagamento',
  funcoes: 'Secretaria',
  hora: '14:00',
  id: '5001',
  linha: 'Falta pagar a primeira parcela.',
  local: 'Sala 12, Campus Centro',
  local_ou_link: 'Sala 12, Campus Centro',
  motivo: 'A foto está cortada.',
  navegador: 'Firefox em Linux',
  nome_candidato: 'Candidata Exemplo',
  numero: '5001',
  periodos: '1 e 2',
  prazo: '27/01/2026',
  quando: '20/01/2026 às 14:00',
  quantos: '3',
  quem: 'Lia Exemplo',
  resposta: 'atendido',
  resumo: '3 itens esperam por você.',
  studentLyceumId: '20260001',
  tipo: 'cópia dos dados',
  total: 'R$ 349,00',
  turma: 'Turma da noite',
  valor: 'R$ 349,00',
};

/**
 * Sample values for previewing a message to the author of its paragraph; nobody's real data.
 * @param link full address to use where the message has a link.
 */
export function sampleNotification(
  id: TemplateId,
  { institution, variant, link }: { institution: string; variant?: string | undefined; link: string },
): NotificationData {
  const names = neededData(id, variant);
  return {
    ...Object.fromEntries(
      names.map((name) => [name, name === 'link' ? link : (entryOf(VALUES, name) ?? name)]),
    ),
    nome: 'Candidata',
    instituicao: institution,
    link: templateOf(id).link === 'none' ? '' : link,
    ...(variant === undefined ? {} : { variante: variant }),
  };
}
