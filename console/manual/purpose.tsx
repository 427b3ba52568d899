import { Anchor } from '@orbita/ui/link';
import { PURPOSES, manualTexts as t } from '../texts/manual.ts';
import '../styles/manual.css';

/** The purpose of a screen, with a link to its manual page; nothing on the manual itself. */
export default function Purpose({ path }: { path: string }) {
  const found = PURPOSES[path];
  if (!found) return null;
  const [what, page] = found;
  return (
    <p className="purpose">
      {what} <Anchor href={`/manual/${page}`}>{t.read}</Anchor>
    </p>
  );
}
