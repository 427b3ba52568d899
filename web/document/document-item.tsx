import { DOCUMENT_LABELS, FILE_TEXTS, FORMATS, takesFiles } from '@orbita/domain/document';
import { type DragEvent, type ReactNode, useState } from 'react';
import { photoTexts as p, documentTexts as t } from '../texts/document.ts';
import { DocumentCard } from '../ui/document-card.tsx';
import { FileRow } from '../ui/file-row.tsx';
import { fileTexts } from '../ui/file-texts.ts';
import { TrashIcon } from '../ui/icons/trash.tsx';
import { LinkAction } from '../ui/link-action.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { CHIPS, Delivered, iconOf, Rejected } from './document-shown.tsx';
import { FileActions } from './file-actions.tsx';
import { Interrupted } from './interrupted.tsx';
import { PhotosDialog } from './photos/photos-dialog.tsx';
import { canReadPhotos } from './photos/read-photo.ts';
import { usePhotos } from './photos/use-photos.ts';
import { PickButtons } from './pick-buttons.tsx';
import type { RequiredDocument, UnfinishedUpload } from './queries.ts';
import { CoverCheck, ReuseButton } from './shortcuts.tsx';
import { progressOf, type Upload } from './upload-queue.ts';
import type { UploadStore } from './upload-store.ts';

/** `PDF ou JPEG`, `PDF, JPEG ou XLSX`. */
export const formatNames = (formats: RequiredDocument['acceptedFormats']): string =>
  formats
    .map((one) => FORMATS[one].label)
    .join(', ')
    .replace(/, ([^,]*)$/, ' ou $1');

type Props = {
  document: RequiredDocument;
  uploads: readonly Upload[];
  /** Uploads that were cut off and that this page is not sending. */
  unfinished: readonly UnfinishedUpload[];
  subscriptionId: number;
  /** Name of another document, by its id. */
  nameOf: (documentId: number) => string;
  store: UploadStore;
  /** The one filled button of the page stands here. */
  loud: boolean;
  reload: () => Promise<void>;
};

/** One document: state, why it was refused, its files and how to send more. */
export function DocumentItem(props: Props) {
  const { document, uploads, unfinished, subscriptionId, nameOf, store, loud, reload } = props;
  const { state, rejection, files, acceptedFormats } = document;
  const { cover } = document;
  const open = takesFiles(state) && !cover?.chosen;
  const photos = usePhotos();
  const [joining, setJoining] = useState(false);
  const pick = (picked: readonly File[]) => store.add(document.documentId, picked, acceptedFormats);
  return (
    <DropZone enabled={open} onDrop={pick}>
      <DocumentCard
        name={document.name}
        chip={<StatusChip status={CHIPS[state]}>{DOCUMENT_LABELS[state]}</StatusChip>}
        help={
          <>
            {document.help && <>{document.help} </>}
            {open && <span className="document__formats">{t.formats(formatNames(acceptedFormats))}</span>}
          </>
        }
        rejected={state === 'rejected'}
      >
        {rejection && state === 'rejected' && <Rejected rejection={rejection} />}
        {files.map((file) => (
          <div key={file.fileId}>
            <Delivered file={file} />
            <FileActions file={file} of={document.name} {...(open ? { onRemoved: reload } : {})} />
          </div>
        ))}
        {open &&
          unfinished.map((upload) => <Interrupted key={upload.uploadId} upload={upload} onGone={reload} />)}
        {uploads.map((upload) => (
          <OnItsWay key={upload.key} upload={upload} store={store} />
        ))}
        {open && <ReuseButton subscriptionId={subscriptionId} document={document} reload={reload} />}
        {open && (
          <PickButtons
            name={document.name}
            accepted={acceptedFormats}
            again={state === 'rejected'}
            more={state === 'sent'}
            loud={loud}
            onPick={pick}
            onPhoto={(files) => {
              if (!canReadPhotos()) return pick(files);
              setJoining(true);
              void photos.add(files);
            }}
          />
        )}
        {open && acceptedFormats.includes('pdf') && canReadPhotos() && (
          <LinkAction onClick={() => setJoining(true)}>
            {photos.photos.length > 0 ? p.openAgain(photos.photos.length) : p.open}
            <VisuallyHidden>{t.of(document.name)}</VisuallyHidden>
          </LinkAction>
        )}
        {cover && (
          <CoverCheck
            subscriptionId={subscriptionId}
            document={document}
            reload={reload}
            otherName={nameOf(cover.documentId)}
          />
        )}
        {open && joining && (
          <PhotosDialog
            name={document.name}
            photos={photos}
            onClose={() => setJoining(false)}
            onSend={(file) => pick([file])}
          />
        )}
      </DocumentCard>
    </DropZone>
  );
}

function OnItsWay({ upload, store }: { upload: Upload; store: UploadStore }) {
  const common = { name: upload.name, icon: iconOf(upload.name) };
  const drop = () => store.cancel(upload.key);
  if (upload.state === 'refused' || upload.state === 'failed') {
    return (
      <FileRow
        {...common}
        error={upload.error ?? FILE_TEXTS.uploadFailed}
        {...(upload.state === 'failed' ? { onRetry: () => store.again(upload.key) } : {})}
        tool={{ icon: TrashIcon, label: fileTexts.removeFile(upload.name), onClick: drop }}
      />
    );
  }
  return <FileRow {...common} meta={wayText(upload)} progress={progressOf(upload).percent} onCancel={drop} />;
}

function wayText(upload: Upload): string {
  if (upload.state === 'preparing') return t.preparing;
  if (upload.state === 'waiting') return t.waiting;
  if (upload.state === 'offline') return t.offline;
  const { percent, sent, total } = progressOf(upload);
  return percent === 100 ? t.finishing : t.progress(percent, sent, total);
}

type DropProps = { enabled: boolean; onDrop: (files: readonly File[]) => void; children: ReactNode };

/** Accepts files dropped from the desktop; the buttons inside do the same by keyboard. */
function DropZone({ enabled, onDrop, children }: DropProps) {
  const [over, setOver] = useState(false);
  const isFiles = (event: DragEvent) => enabled && event.dataTransfer.types.includes('Files');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside offer the same without dragging
    <div
      className="drop"
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!isFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!isFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onDrop([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}
