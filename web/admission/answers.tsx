import { type Row, type RowField, SECTIONS, type SectionKey } from '@orbita/domain/admission';
import { type Fact, Facts } from '@orbita/ui/facts';

/** The rows of a section as answered; unanswered fields are not shown. */
export function Answers({ sectionKey, rows }: { sectionKey: SectionKey; rows: readonly Row[] }) {
  return rows.map((row, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity and never move here
    <Facts key={index} pairs asWritten facts={factsOf(SECTIONS[sectionKey].fields, row)} />
  ));
}

const factsOf = (fields: readonly RowField[], row: Row): Fact[] =>
  fields.flatMap((field) => {
    const value = row[field.name] ?? null;
    return value === null ? [] : [{ label: field.label, value: shown(field, value) }];
  });

function shown(field: RowField, value: string | number): string {
  if (field.kind === 'choice')
    return field.options.find(({ code }) => code === value)?.label ?? String(value);
  if (field.kind === 'month') return String(value).split('-').reverse().join('/');
  return String(value);
}
