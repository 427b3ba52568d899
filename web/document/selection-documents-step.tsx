import type { StepProps } from '../subscription/step-props.ts';
import { selectionDocumentTexts as t } from '../texts/document.ts';
import { AcceptedDisciplines } from './accepted-disciplines.tsx';
import { StagePage } from './documents-step.tsx';

/** S-16: documents the selection requires, and the result of the analysis of disciplines. */
export default function SelectionDocumentsStep(props: StepProps) {
  return (
    <StagePage {...props} stage="selection" title={t.title} note={t.note}>
      <AcceptedDisciplines subscription={props.subscription} />
    </StagePage>
  );
}
