import { DOCUMENT_LABELS } from '@orbita/domain/document';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../subscription/loaded.tsx';
import type { RecordProps } from '../subscription/record-page.tsx';
import { recordTexts as t } from '../texts/record.ts';
import { DocumentCard } from '../ui/document-card.tsx';
import { Empty } from '../ui/empty.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { CHIPS, Delivered, Rejected } from './document-shown.tsx';
import { FileActions } from './file-actions.tsx';
import { documentsQuery, type RequiredDocument, type Stage } from './queries.ts';

/** The documents of a stage as they were delivered and judged; files may be looked at, nothing is sent. */
export default function DocumentsRecord({ subscription, stage }: RecordProps & { stage?: Stage }) {
  const documents = useQuery(documentsQuery(subscription.id, stage));
  return (
    <Loaded query={documents}>
      {(all) =>
        all.length === 0 ? (
          <Empty title={t.noDocuments} />
        ) : (
          all.map((document) => <Shown key={document.documentId} document={document} />)
        )
      }
    </Loaded>
  );
}

function Shown({ document }: { document: RequiredDocument }) {
  const { name, state, required, rejection, files } = document;
  const label = state === 'pending' && !required ? t.notSent : DOCUMENT_LABELS[state];
  return (
    <DocumentCard
      name={name}
      nameAs="h2"
      chip={<StatusChip status={CHIPS[state]}>{label}</StatusChip>}
      rejected={state === 'rejected'}
    >
      {rejection && state === 'rejected' && <Rejected rejection={rejection} titleAs="h3" />}
      {files.map((file) => (
        <div key={file.fileId}>
          <Delivered file={file} />
          <FileActions file={file} of={name} />
        </div>
      ))}
    </DocumentCard>
  );
}
