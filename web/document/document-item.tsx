import { DOCUMENT_LABELS, FILE_TEXTS, FORMATS, isRefusedFile, takesFiles } from '@orbita/domain/document';
import { DocumentRow } from '@orbita/ui/document-row';
import { FileRow } from '@orbita/ui/file-row';
import { fileTexts } from '@orbita/ui/file-texts.ts';
import { TrashIcon } from '@orbita/ui/icons/trash';
import { LinkAction } from '@orbita/ui/link-action';
import { VisuallyHidden } from '@orbita/ui/visually-hidden';
import { type DragEvent, type ReactNode, useState } from 'react';
import { photoTexts as p, documentTexts as t } from '../texts/document.ts';
import { iconOf, isCovered, lookOf, refusalOf } from './document-shown.tsx';
import { Files } from './files.tsx';
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
  /** Interrupted uploads that this page is not sending. */
  unfinished: readonly UnfinishedUpload[];
  subscriptionId: number;
  /** Name of another document, by its id. */
  nameOf: (documentId: number) => string;
  store: UploadStore;
  /** This is the next thing to do: the document is open and has the only filled button of the page. */
  isNext: boolean;
  /** Formats that the page already names for all documents. */
  formats: string;
  reload: () => Promise<void>;
};

/**
 * Whether a document is open: the next one, those being sent, and any that was opened or is being worked on, until it was sent
 * or decided.
 */
function useOpen(state: RequiredDocument['state'], byItself: boolean) {
  const [chosen, setChosen] = useState<{ state: RequiredDocument['state']; open: boolean }>();
  const settles = state !== 'pending' && state !== 'rejected';
  const holds = chosen && (chosen.state === state || !settles);
  const open = holds ? chosen.open : byItself;
  return {
    open,
    toggle: () => setChosen({ state, open: !open }),
    keepOpen: () => setChosen({ state, open: true }),
  };
}

/** Files are being sent, were interrupted, or cannot be accepted. */
const isUnsettled = ({ document, uploads, unfinished }: Props): boolean =>
  uploads.length > 0 || unfinished.length > 0 || document.files.some(({ scan }) => isRefusedFile(scan));

/** One document: its state in a row, and below it why it is required, its files and how to send more. */
export function DocumentItem(props: Props) {
  const { document, uploads, unfinished, subscriptionId, nameOf, store, isNext, formats, reload } = props;
  const { name, help, state, files, acceptedFormats } = document;
  const cover = takesFiles(state) ? document.cover : null;
  const takes = takesFiles(state) && !cover?.chosen;
  const { open, toggle, keepOpen } = useOpen(state, isNext || isUnsettled(props));
  const photos = usePhotos();
  const [joining, setJoining] = useState(false);
  const pick = (picked: readonly File[]) => store.add(document.documentId, picked, acceptedFormats);
  const own = formatNames(acceptedFormats);
  const isEmpty = !takes && !cover && files.length === 0;
  return (
    <DropZone enabled={takes} onDrop={pick}>
      <DocumentRow
        name={name}
        look={lookOf(document)}
        {...wordsOf(document, open)}
        note={isCovered(document) ? t.notNeeded : refusalOf(document)}
        open={open}
        onToggle={isEmpty ? undefined : toggle}
      >
        {!isEmpty && (
          // biome-ignore lint/a11y/noStaticElementInteractions: only notices that somebody works in here
          <div className="stack stack--tight" onClick={keepOpen} onKeyDown={keepOpen}>
            {(takes || cover) && (help || own !== formats) && (
              <p className="doc-row__help">
                {help} {own !== formats && t.formats(own)}
              </p>
            )}
            <Files files={files} of={name} onRemoved={takes ? reload : undefined} />
            {takes &&
              unfinished.map((upload) => (
                <Interrupted key={upload.uploadId} upload={upload} onGone={reload} />
              ))}
            {uploads.map((upload) => (
              <OnItsWay key={upload.key} upload={upload} store={store} />
            ))}
            {takes && <ReuseButton subscriptionId={subscriptionId} document={document} reload={reload} />}
            {takes && (
              <PickButtons
                name={name}
                accepted={acceptedFormats}
                again={state === 'rejected'}
                more={state === 'sent'}
                loud={isNext}
                onPick={pick}
                onPhoto={(taken) => {
                  if (!canReadPhotos()) return pick(taken);
                  setJoining(true);
                  void photos.add(taken);
                }}
              />
            )}
            {takes && acceptedFormats.includes('pdf') && canReadPhotos() && (
              <LinkAction onClick={() => setJoining(true)}>
                {photos.photos.length > 0 ? p.openAgain(photos.photos.length) : p.open}
                <VisuallyHidden>{t.of(name)}</VisuallyHidden>
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
            {takes && joining && (
              <PhotosDialog
                name={name}
                photos={photos}
                onClose={() => setJoining(false)}
                onSend={(file) => pick([file])}
              />
            )}
          </div>
        )}
      </DocumentRow>
    </DropZone>
  );
}

/** At the end of the row: what to do while it is collapsed, else its state. */
function wordsOf(document: RequiredDocument, open: boolean): { word?: string; act?: string } {
  const { state } = document;
  if (isCovered(document)) return {};
  if (open || lookOf(document) === 'waiting' || lookOf(document) === 'done')
    return state === 'rejected' ? {} : { word: DOCUMENT_LABELS[state] };
  return { act: state === 'rejected' ? t.redo : t.do };
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

/** Accepts files dropped from the desktop; the buttons inside do the same for keyboards. */
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
