import { ApiError, refusalOf, textOf } from '@orbita/client/errors.ts';
import { FILE_TEXTS } from '@orbita/domain/document';
import { Button } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { FieldError } from '@orbita/ui/field';
import { LinkAction } from '@orbita/ui/link-action';
import { VisuallyHidden } from '@orbita/ui/visually-hidden';
import { useState } from 'react';
import { call } from '../base/api.ts';
import { printTexts, documentTexts as t } from '../texts/document.ts';
import type { DocumentFile } from './queries.ts';

const linkOf = (fileId: number) =>
  call('GET /candidate/documents/files/{fileId}', { params: { fileId }, query: { link: '1' } });

/** Time after which the object URL is released; the window has loaded the file by then. */
const SHOWN_MS = 60_000;

/** Object URL of the content: the server sends files as downloads only, so they cannot be shown by their own address. */
async function contentOf(file: DocumentFile): Promise<string> {
  const { url } = await linkOf(file.fileId);
  const response = await fetch(url, { credentials: 'same-origin' });
  if (!response.ok) throw await refusalOf(response);
  const content = new Blob([await response.arrayBuffer()], { type: file.type });
  const address = URL.createObjectURL(content);
  setTimeout(() => URL.revokeObjectURL(address), SHOWN_MS);
  return address;
}

type Props = {
  file: DocumentFile;
  /** Name of its document: files of different documents often have the same name. */
  of: string;
  /** Absent once the document is closed. */
  onRemoved?: () => Promise<void>;
};

/** "Ver", "Baixar" and "Remover" for one file; nobody can open a file before a clean scan (spec 15.1). */
export function FileActions({ file, of, onRemoved }: Props) {
  const [problem, setProblem] = useState<string>();
  const [asking, setAsking] = useState(false);
  const opens = file.scan === 'clean';

  const failed = (error: unknown) =>
    setProblem(
      error instanceof ApiError && error.code === 'SCAN_PENDING' ? textOf(error) : FILE_TEXTS.downloadFailed,
    );
  const view = async () => {
    // The window is opened during the click, because browsers block windows opened after an answer.
    const page = window.open('', '_blank');
    if (!page) return setProblem(printTexts.blocked);
    page.opener = null;
    setProblem(undefined);
    try {
      page.location.replace(await contentOf(file));
    } catch (error) {
      page.close();
      failed(error);
    }
  };
  const download = async () => {
    setProblem(undefined);
    try {
      const { url } = await linkOf(file.fileId);
      const link = document.createElement('a');
      link.href = url;
      link.download = file.name;
      link.click();
    } catch (error) {
      failed(error);
    }
  };
  if (!opens && !onRemoved) return null;
  const name = `${file.name}${t.of(of)}`;
  return (
    <div>
      <div className="file-acts">
        {opens && (
          <>
            <Act word={t.view} name={name} onClick={() => void view()} />
            <Act word={t.download} name={name} onClick={() => void download()} />
          </>
        )}
        {onRemoved && <Act word={t.remove} name={name} onClick={() => setAsking(true)} />}
      </div>
      {problem && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
      {asking && onRemoved && (
        <RemoveDialog file={file} onRemoved={onRemoved} onClose={() => setAsking(false)} />
      )}
    </div>
  );
}

function Act({ word, name, onClick }: { word: string; name: string; onClick: () => void }) {
  return (
    <LinkAction onClick={onClick}>
      {word}
      <VisuallyHidden> {name}</VisuallyHidden>
    </LinkAction>
  );
}

type DialogProps = { file: DocumentFile; onRemoved: () => Promise<void>; onClose: () => void };

function RemoveDialog({ file, onRemoved, onClose }: DialogProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const remove = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await call('DELETE /candidate/documents/files/{fileId}', { params: { fileId: file.fileId } });
      onClose();
      await onRemoved();
    } catch (error) {
      setBusy(false);
      // A file already removed in another window counts as removed.
      if (error instanceof ApiError && error.status === 404) {
        onClose();
        return void onRemoved();
      }
      setProblem(
        error instanceof ApiError && error.code === 'APPROVED' ? textOf(error) : FILE_TEXTS.removeFailed,
      );
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.removeTitle}
      foot={
        <>
          <Button onClick={onClose}>{t.keep}</Button>
          <Button kind="danger" busy={busy && t.removing} onClick={() => void remove()}>
            {t.remove}
          </Button>
        </>
      }
    >
      <p>{t.removeAsk(file.name)}</p>
      {problem && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </Dialog>
  );
}
