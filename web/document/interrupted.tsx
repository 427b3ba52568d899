import { FileRow } from '@orbita/ui/file-row';
import { TrashIcon } from '@orbita/ui/icons/trash';
import { useState } from 'react';
import { documentTexts as t } from '../texts/document.ts';
import { iconOf } from './document-shown.tsx';
import type { RequiredDocument, UnfinishedUpload } from './queries.ts';
import { giveUpUpload } from './send-file.ts';
import { progressOf, type Upload } from './upload-queue.ts';

/**
 * Uploads of a document that were interrupted elsewhere or before a reload; those this page is sending are shown by their own
 * state.
 */
export const interruptedOf = (
  { documentId }: RequiredDocument,
  unfinished: readonly UnfinishedUpload[],
  queue: readonly Upload[],
): readonly UnfinishedUpload[] =>
  unfinished.filter(
    (one) =>
      one.documentId === documentId &&
      !queue.some((mine) => mine.documentId === documentId && mine.name === one.name),
  );

type Props = { upload: UnfinishedUpload; onGone: () => Promise<void> };

/** An interrupted upload: choosing the same file continues it. */
export function Interrupted({ upload: { uploadId, name, size, received }, onGone }: Props) {
  const [gone, setGone] = useState(false);
  if (gone) return null;
  const drop = async () => {
    setGone(true);
    await giveUpUpload(uploadId).catch(() => undefined);
    await onGone();
  };
  return (
    <FileRow
      name={name}
      icon={iconOf(name)}
      meta={t.interrupted(progressOf({ sent: received, size }).percent)}
      tool={{ icon: TrashIcon, label: t.discardUpload(name), onClick: () => void drop() }}
    />
  );
}
