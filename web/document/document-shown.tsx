import { serverNow } from '@orbita/client/server-clock.ts';
import { FILE_TEXTS, isRefusedFile, rejectionText, SCAN_LABEL } from '@orbita/domain/document';
import type { DocumentLook } from '@orbita/ui/document-row';
import { FileRow } from '@orbita/ui/file-row';
import { FileIcon } from '@orbita/ui/icons/file';
import { ImageIcon } from '@orbita/ui/icons/image';
import { momentText } from '../subscription/deadline.ts';
import { documentTexts as t } from '../texts/document.ts';
import type { DocumentFile, RequiredDocument } from './queries.ts';
import { hasPicture, Thumbnail } from './thumbnail.tsx';
import { sizeText } from './upload-queue.ts';

const LOOKS: Record<RequiredDocument['state'], DocumentLook> = {
  pending: 'todo',
  sent: 'waiting',
  approved: 'done',
  waived: 'done',
  rejected: 'refused',
};

/** Another document makes it unnecessary once that one is approved. */
export const isCovered = ({ state, cover }: RequiredDocument): boolean =>
  cover?.chosen === true && (state === 'pending' || state === 'rejected');

/** How a document looks in a list: one made unnecessary by another counts as done. */
export const lookOf = (document: RequiredDocument): DocumentLook =>
  isCovered(document) ? 'done' : LOOKS[document.state];

/** Why a document was refused; undefined if it was not. */
export function refusalOf({ state, rejection }: RequiredDocument): string | undefined {
  if (state !== 'rejected' || !rejection) return undefined;
  const { reason, note } = rejection;
  return t.refused(
    [rejectionText(reason, note), ...(note && reason !== 'other' ? [`“${note}”`] : [])].join(' '),
  );
}

/** Icon by a file's extension. */
export const iconOf = (name: string) => (/\.jpe?g$/i.test(name) ? ImageIcon : FileIcon);

/** A file that the institution has received. */
export function Delivered({ file }: { file: DocumentFile }) {
  if (isRefusedFile(file.scan)) {
    const error = file.scan === 'infected' ? FILE_TEXTS.infected : FILE_TEXTS.tooBigForScanner;
    return <FileRow name={file.name} icon={iconOf(file.name)} error={error} />;
  }
  const parts = [sizeText(file.size), t.sentAt(momentText(file.sentAt, serverNow()))];
  if (file.scan === 'pending') parts.push(SCAN_LABEL);
  const picture = hasPicture(file) ? { picture: <Thumbnail file={file} /> } : {};
  return <FileRow name={file.name} icon={iconOf(file.name)} {...picture} meta={parts.join(' · ')} />;
}
