import { Notice } from '@orbita/web/ui/notice';
import { Asked } from '../approval/asked.tsx';
import type { Approval } from '../approval/state.tsx';

/** What stands on the page after an act: that it was done, how it stands, or that a second person must approve it. */
export type Told = string | { kind: 'warning' | 'danger'; text: string } | { waits: Approval };

/** Says it; nothing before the first act. */
export function ToldNotice({ told }: { told: Told }) {
  if (typeof told === 'string') return told && <Notice kind="success" title={told} />;
  return 'waits' in told ? <Asked approval={told.waits} /> : <Notice kind={told.kind} title={told.text} />;
}
