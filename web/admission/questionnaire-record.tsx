import { Card } from '@orbita/ui/card';
import { Empty } from '@orbita/ui/empty';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Loaded } from '../subscription/loaded.tsx';
import type { RecordProps } from '../subscription/record-props.ts';
import { recordTexts as t } from '../texts/record.ts';
import { Answers } from './answers.tsx';
import { type Questionnaire, questionnaireQuery } from './queries.ts';

/** What was answered, section by section; unanswered fields are not shown. */
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

function Answered({ section }: { section: Questionnaire['sections'][number] }) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="stack">
      <h2 className="h3" id={id}>
        {section.label}
      </h2>
      <Answers sectionKey={section.key} rows={section.rows} />
    </Card>
  );
}
