import type { TimelineKind } from '@orbita/domain/subscription';
import type { IconComponent } from '@orbita/ui/icon';
import { CardIcon } from '@orbita/ui/icons/card';
import { CheckCircleIcon } from '@orbita/ui/icons/check-circle';
import { EyeIcon } from '@orbita/ui/icons/eye';
import { FileIcon } from '@orbita/ui/icons/file';
import { MailIcon } from '@orbita/ui/icons/mail';
import { PencilIcon } from '@orbita/ui/icons/pencil';
import { ArrowRightIcon } from '../ui/icons/arrow-right.tsx';
import { BookIcon } from '../ui/icons/book.tsx';
import { LinkIcon } from '../ui/icons/link.tsx';
import { NoteIcon } from '../ui/icons/note.tsx';

const SIGNS: Readonly<Record<TimelineKind, IconComponent>> = {
  move: ArrowRightIcon,
  message: MailIcon,
  document: FileIcon,
  essay: PencilIcon,
  payment: CardIcon,
  acceptance: BookIcon,
  link: LinkIcon,
  decision: CheckCircleIcon,
  note: NoteIcon,
  view: EyeIcon,
};

/** Icon for the kind of a timeline entry; its words say the same. */
export function EntrySign({ kind }: { kind: TimelineKind }) {
  const Sign = SIGNS[kind];
  return <Sign small />;
}
