import { DOCUMENT_LABELS } from '@orbita/domain/document';
import { DocumentList, DocumentRow } from '@orbita/ui/document-row';
import { Empty } from '@orbita/ui/empty';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../subscription/loaded.tsx';
import type { RecordProps } from '../subscription/record-props.ts';
import { recordTexts as t } from '../texts/record.ts';
import { lookOf, refusalOf } from './document-shown.tsx';
import { Files } from './files.tsx';
import { documentsQuery, type RequiredDocument, type Stage } from './queries.ts';

/** The documents of a stage as delivered and reviewed; files may be viewed, but nothing can be sent. */
export default function DocumentsRecord({ subscription, stage }: RecordProps & { stage?: Stage }) {
  const documents = useQuery(documentsQuery(subscription.id, stage));
  return (
    <Loaded query={documents}>
      {(all) =>
        all.length === 0 ? (
          <Empty title={t.noDocuments} />
        ) : (
          <DocumentList>
            {all.map((document) => (
              <Shown key={document.documentId} document={document} />
            ))}
          </DocumentList>
        )
      }
    </Loaded>
  );
}

function Shown({ document }: { document: RequiredDocument }) {
  const { name, state, required, files } = document;
  const [open, setOpen] = useState(false);
  return (
    <DocumentRow
      name={name}
      nameAs="h2"
      look={lookOf(document)}
      word={state === 'pending' && !required ? t.notSent : DOCUMENT_LABELS[state]}
      note={refusalOf(document)}
      open={open}
      onToggle={files.length > 0 ? () => setOpen(!open) : undefined}
    >
      {files.length > 0 && <Files files={files} of={name} />}
    </DocumentRow>
  );
}
