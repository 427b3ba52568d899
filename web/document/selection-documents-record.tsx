import type { RecordProps } from '../subscription/record-props.ts';
import { AcceptedDisciplines } from './accepted-disciplines.tsx';
import DocumentsRecord from './documents-record.tsx';

/** The documents of the selection, and what the analysis of disciplines found. */
export default function SelectionDocumentsRecord(props: RecordProps) {
  return (
    <>
      <DocumentsRecord {...props} stage="selection" />
      <AcceptedDisciplines {...props} />
    </>
  );
}
