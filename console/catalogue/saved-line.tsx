import { Asked } from '../approval/asked.tsx';
import { SavedNotice } from './save-panel.tsx';
import type { useEdits } from './use-edits.ts';

/** The result of a form: its version with a way to undo it, or that a second person is asked. */
export const SavedLine = ({ of }: { of: ReturnType<typeof useEdits> }) => (
  <div role="status">
    <SavedNotice saved={of.saved} undo={of.undo.save} busy={of.undo.isPending} />
    {of.saved?.waits && <Asked approval={of.saved.waits} />}
  </div>
);
