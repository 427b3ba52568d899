import type { Table } from './upsert.ts';

const table = (name: string, key: string[], columns: Record<string, string>, retires = true): Table => ({
  name,
  key,
  columns,
  retires,
});

/** Tables for entries that need more than one row; all others follow from `stored.ts`. */
export const TABLES = {
  documentRule: table(
    'document_rule',
    ['document_set_id', 'code'],
    {
      document_set_id: 'bigint',
      code: 'text',
      position: 'int',
      name: 'text',
      help: 'text',
      stage: 'text',
      required: 'boolean',
      condition: 'jsonb',
      accepts_xlsx: 'boolean',
      covered_by: 'jsonb',
    },
    false,
  ),
  offerCourse: table(
    'offer_course',
    ['offer_id', 'course_id'],
    { offer_id: 'bigint', course_id: 'bigint', position: 'int' },
    false,
  ),
  offerCoursePole: table('offer_course_pole', ['offer_id', 'course_id', 'pole_id'], {
    offer_id: 'bigint',
    course_id: 'bigint',
    pole_id: 'bigint',
    vacancies: 'int',
  }),
  offerEssayTheme: table(
    'offer_essay_theme',
    ['offer_id', 'essay_theme_id'],
    { offer_id: 'bigint', essay_theme_id: 'bigint' },
    false,
  ),
  price: table('price', ['code'], {
    price_list_id: 'bigint',
    code: 'text',
    kind: 'text',
    description: 'text',
    plan: 'jsonb',
    discount_cents: 'bigint',
    conditional_discount_cents: 'bigint',
    next: 'jsonb',
  }),
  parameter: table(
    'parameter',
    ['level', 'owner_id', 'internal_value'],
    { level: 'text', owner_id: 'bigint', internal_value: 'text', value: 'jsonb' },
    false,
  ),
} as const;
