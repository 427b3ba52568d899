import type { DocumentRule } from '../conditions.ts';

/** Usual documents of graduation and essay applications (table of spec 15.1), as the demo catalogue writes them. */
export const USUAL_GRADUATION_SET: readonly DocumentRule[] = [
  {
    code: 'RG',
    name: 'Documento de identidade (frente e verso)',
    stage: 'enrollment',
    required: true,
    when: { nationality: 'BR' },
  },
  {
    code: 'RNE',
    name: 'RNE/CRNM ou passaporte',
    stage: 'enrollment',
    required: true,
    when: { nationality: 'foreign' },
  },
  { code: 'CPF', name: 'CPF', stage: 'enrollment', required: true, when: { hasCpf: true } },
  { code: 'CERTIDAO', name: 'Certidão de nascimento ou casamento', stage: 'enrollment', required: true },
  { code: 'HISTORICO', name: 'Histórico escolar do ensino médio', stage: 'enrollment', required: true },
  {
    code: 'CERTIFICADO',
    name: 'Certificado de conclusão do ensino médio',
    help: 'A declaração provisória é aceita e deve ser trocada em 30 dias.',
    stage: 'enrollment',
    required: true,
  },
  {
    code: 'EQUIVALENCIA',
    name: 'Declaração de equivalência de estudos',
    stage: 'enrollment',
    required: true,
    when: { schoolType: 'abroad' },
  },
  { code: 'RESIDENCIA', name: 'Comprovante de residência', stage: 'enrollment', required: true },
  {
    code: 'TITULO',
    name: 'Título de eleitor',
    stage: 'enrollment',
    required: true,
    when: { nationality: 'BR', minAge: 18, maxAge: 70 },
  },
  {
    code: 'MILITAR',
    name: 'Certificado militar',
    stage: 'enrollment',
    required: true,
    when: { nationality: 'BR', gender: 2, minAge: 18, maxAge: 45 },
  },
  {
    code: 'RESPONSAVEL',
    name: 'Documento e CPF do responsável financeiro',
    stage: 'enrollment',
    required: true,
    when: { minor: true },
  },
  { code: 'FOTO', name: 'Foto 3x4', stage: 'enrollment', required: false },
];
