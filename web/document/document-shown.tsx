import { FILE_TEXTS, REJECTIONS, rejectionText, SCAN_LABEL } from '@orbita/domain/document';
import { serverNow } from '../app/server-clock.ts';
import { momentText } from '../subscription/deadline.ts';
import { documentTexts as t } from '../texts/document.ts';
import type { ChipStatus } from '../ui/chip.tsx';
import { FileRow } from '../ui/file-row.tsx';
import { FileIcon } from '../ui/icons/file.tsx';
import { ImageIcon } from '../ui/icons/image.tsx';
import { Notice } from '../ui/notice.tsx';
import type { DocumentFile, RequiredDocument } from './queries.ts';
import { hasPicture, Thumbnail } from './thumbnail.tsx';
import { sizeText } from './upload-queue.ts';

/** Icon and colour of each state of a document. */
export const CHIPS: Record<RequiredDocument['state'], ChipStatus> = {
  pending: 'pending',
  sent: 'in-review',
  approved: 'approved',
  rejected: 'rejected',
  waived: 'approved',
};

type RejectedProps = {
  rejection: NonNullable<RequiredDocument['rejection']>;
  titleAs?: 'h3' | 'h4';
};

/** Why a document was refused. */
export function Rejected({ rejection, titleAs = 'h4' }: RejectedProps) {
  const { reason, note } = rejection;
  if (reason === 'other')
    return <Notice kind="danger" title={rejectionText(reason, note)} titleAs={titleAs} />;
  return (
    <Notice kind="danger" title={REJECTIONS[reason]} titleAs={titleAs}>
      {note ? `“${note}”` : undefined}
    </Notice>
  );
}

/** Icon by the extension of a file. */
export const iconOf = (name: string) => (/\.jpe?g$/i.test(name) ? ImageIcon : FileIcon);

/** A file the institution has. */
export function Delivered({ file }: { file: DocumentFile }) {
  if (file.scan === 'infected') {
    return <FileRow name={file.name} icon={iconOf(file.name)} error={FILE_TEXTS.infected} />;
  }
  const parts = [sizeText(file.size), t.sentAt(momentText(file.sentAt, serverNow()))];
  if (file.scan === 'pending') parts.push(SCAN_LABEL);
  const picture = hasPicture(file) ? { picture: <Thumbnail file={file} /> } : {};
  return <FileRow name={file.name} icon={iconOf(file.name)} {...picture} meta={parts.join(' · ')} />;
}
