import type { RecordProps } from '../subscription/record-props.ts';
import { AcceptedDisciplines } from './accepted-disciplines.tsx';
import DocumentsRecord from './documents-record.tsx';

/** The documents of the selection, and the result of the analysis of disciplines. */
export default function SelectionDocumentsRecord(props: RecordProps) {
  return (
    <>
      <DocumentsRecord {...props} stage="selection" />
      <AcceptedDisciplines {...props} />
    </>
  );
}
