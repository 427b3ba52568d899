import { Notice } from '@orbita/ui/notice';
import { Asked } from '../approval/asked.tsx';
import type { Approval } from '../approval/state.tsx';

/** What the page shows after an act: that it was done, its state, or that a second person must approve it. */
export type Outcome = string | { kind: 'warning' | 'danger'; text: string } | { waits: Approval };

/** Shows it; nothing before the first act. */
export function OutcomeNotice({ outcome }: { outcome: Outcome }) {
  if (typeof outcome === 'string') return outcome && <Notice kind="success" title={outcome} />;
  return 'waits' in outcome ? (
    <Asked approval={outcome.waits} />
  ) : (
    <Notice kind={outcome.kind} title={outcome.text} />
  );
}
