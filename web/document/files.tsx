import { Delivered } from './document-shown.tsx';
import { FileActions } from './file-actions.tsx';
import type { DocumentFile } from './queries.ts';

type Props = {
  files: readonly DocumentFile[];
  /** Name of the document, because files often have the same name. */
  of: string;
  /** Absent once the document is closed and nothing can be removed any more. */
  onRemoved?: (() => Promise<void>) | undefined;
};

/** The files of a document, each with its actions. */
export function Files({ files, of, onRemoved }: Props) {
  return files.map((file) => (
    <div key={file.fileId}>
      <Delivered file={file} />
      <FileActions file={file} of={of} {...(onRemoved ? { onRemoved } : {})} />
    </div>
  ));
}
