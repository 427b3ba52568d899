import type { FieldOption, RowField } from './fields.ts';

const text = (name: string, label: string, more: { required?: true; max?: number } = {}): RowField => ({
  name,
  label,
  kind: 'text',
  max: more.max ?? 200,
  ...(more.required ? { required: true } : {}),
});
const needed = (name: string, label: string): RowField => text(name, label, { required: true });
const year = (name: string, label: string, notBefore?: string): RowField => ({
  name,
  label,
  required: true,
  kind: 'year',
  ...(notBefore ? { notBefore } : {}),
});
const choice = (name: string, label: string, options: readonly FieldOption[]): RowField => ({
  name,
  label,
  required: true,
  kind: 'choice',
  options,
});

const DEGREES = [
  { code: 'bachelor', label: 'Bacharelado' },
  { code: 'licentiate', label: 'Licenciatura' },
  { code: 'technologist', label: 'Tecnólogo' },
] as const;

const ACADEMIC_LINK_KINDS = [
  { code: 'lattes', label: 'Currículo Lattes' },
  { code: 'orcid', label: 'ORCID' },
  { code: 'institution', label: 'Vínculo com instituição' },
  { code: 'other', label: 'Outro' },
] as const;

const LANGUAGE_LEVELS = [
  { code: 'basic', label: 'Básico' },
  { code: 'intermediate', label: 'Intermediário' },
  { code: 'advanced', label: 'Avançado' },
  { code: 'fluent', label: 'Fluente' },
  { code: 'native', label: 'Nativo' },
] as const;

/** Keys of the sections, in page order. */
export const SECTION_KEYS = [
  'graduate',
  'specialist',
  'masters',
  'doctorate',
  'residency',
  'publications',
  'academic-links',
  'volunteering',
  'languages',
  'extra',
] as const;
export type SectionKey = (typeof SECTION_KEYS)[number];

export const isSectionKey = (key: unknown): key is SectionKey => SECTION_KEYS.some((one) => one === key);

export type Section = {
  key: SectionKey;
  label: string;
  /** Minimum number of rows when the section is mandatory. */
  min: number;
  max: number;
  fields: readonly RowField[];
};

const CONCLUSION = 'Ano de conclusão';
const institution = needed('institution', 'Instituição');
const study = (thesis: string): readonly RowField[] => [
  institution,
  needed('program', 'Programa'),
  year('conclusionYear', CONCLUSION),
  text('title', thesis),
];

/** The ten sections of the questionnaire (spec 2.7, 11.1). */
export const SECTIONS: Readonly<Record<SectionKey, Section>> = {
  graduate: {
    key: 'graduate',
    label: 'Graduação',
    min: 1,
    max: 5,
    fields: [
      institution,
      needed('course', 'Curso'),
      choice('degree', 'Grau', DEGREES),
      year('conclusionYear', CONCLUSION),
    ],
  },
  specialist: {
    key: 'specialist',
    label: 'Especialização',
    min: 0,
    max: 5,
    fields: [institution, needed('course', 'Curso'), year('conclusionYear', CONCLUSION)],
  },
  masters: { key: 'masters', label: 'Mestrado', min: 0, max: 3, fields: study('Título da dissertação') },
  doctorate: { key: 'doctorate', label: 'Doutorado', min: 0, max: 3, fields: study('Título da tese') },
  residency: {
    key: 'residency',
    label: 'Residência',
    min: 0,
    max: 3,
    fields: [
      institution,
      needed('specialty', 'Especialidade'),
      year('startYear', 'Ano de início'),
      year('conclusionYear', CONCLUSION, 'startYear'),
    ],
  },
  publications: {
    key: 'publications',
    label: 'Publicações',
    min: 0,
    max: 20,
    fields: [
      text('title', 'Título', { required: true, max: 300 }),
      needed('vehicle', 'Veículo'),
      year('year', 'Ano'),
      { name: 'link', label: 'Link ou DOI', kind: 'link', accepts: 'web-or-doi' },
    ],
  },
  'academic-links': {
    key: 'academic-links',
    label: 'Vínculos e links acadêmicos',
    min: 0,
    max: 10,
    fields: [
      choice('kind', 'Tipo', ACADEMIC_LINK_KINDS),
      needed('description', 'Descrição'),
      { name: 'link', label: 'Link', kind: 'link', accepts: 'https' },
    ],
  },
  volunteering: {
    key: 'volunteering',
    label: 'Voluntariado',
    min: 0,
    max: 10,
    fields: [
      needed('organization', 'Organização'),
      needed('activity', 'Atividade'),
      { name: 'start', label: 'Início', required: true, kind: 'month' },
      { name: 'end', label: 'Fim', kind: 'month', notBefore: 'start' },
    ],
  },
  languages: {
    key: 'languages',
    label: 'Idiomas',
    min: 0,
    max: 10,
    fields: [
      needed('language', 'Idioma'),
      choice('level', 'Nível', LANGUAGE_LEVELS),
      text('certificate', 'Certificação'),
    ],
  },
  extra: {
    key: 'extra',
    label: 'Informações adicionais',
    min: 1,
    max: 1,
    fields: [
      text('motivation', 'Por que você escolheu este curso?', { max: 2000 }),
      text('source', 'Como conheceu a instituição?'),
    ],
  },
};
