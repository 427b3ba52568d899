import { type RowField, SECTIONS } from '@orbita/domain/admission';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Loaded } from '../subscription/loaded.tsx';
import type { RecordProps } from '../subscription/record-page.tsx';
import { recordTexts as t } from '../texts/record.ts';
import { Card } from '../ui/card.tsx';
import { Empty } from '../ui/empty.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';
import { type Questionnaire, questionnaireQuery } from './queries.ts';

type Section = Questionnaire['sections'][number];
type Row = Section['rows'][number];

/** What was answered, section by section; what was left out is not shown. */
export default function QuestionnaireRecord({ subscription }: RecordProps) {
  const questionnaire = useQuery(questionnaireQuery(subscription.id));
  return (
    <Loaded query={questionnaire}>
      {({ sections }) => {
        const answered = sections.filter(({ rows }) => rows.length > 0);
        if (answered.length === 0) return <Empty title={t.noAnswers} />;
        return answered.map((section) => <Answered key={section.key} section={section} />);
      }}
    </Loaded>
  );
}

function Answered({ section }: { section: Section }) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="stack">
      <h2 className="h3" id={id}>
        {section.label}
      </h2>
      {section.rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity and never move here
        <Facts key={index} pairs facts={factsOf(SECTIONS[section.key].fields, row)} />
      ))}
    </Card>
  );
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
