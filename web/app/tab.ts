import { claimsOf } from './claims.ts';
import { session } from './session.ts';

/** What the tabs of one browser tell each other about its session. */
export type TabNews = 'left' | 'entered' | 'active';

// Missing before iOS 15.4: there a tab notices when it is looked at again.
const channel = 'BroadcastChannel' in window ? new BroadcastChannel('orbita-session') : undefined;

/** Tells the other tabs of this browser; this one does not hear it. */
export const tellTabs = (news: TabNews): void => channel?.postMessage(news);

export const hearTabs = (listen: (news: TabNews) => void): void => {
  if (channel) channel.onmessage = ({ data }: MessageEvent<TabNews>) => listen(data);
};

/** Tabs cannot tell each other that somebody is still there, so silence of one says nothing about the others. */
export const tabsTalk = channel !== undefined;

let owner: string | undefined;

/** From now on this tab shows the data of whoever is signed in. */
export function claimTab(): void {
  owner = claimsOf(session.token())?.sub;
}

/** Whose session the browser holds, seen from what this tab shows. */
export function standing(): 'mine' | 'other' | 'nobody' {
  const now = claimsOf(session.token())?.sub;
  if (owner === undefined) return 'mine';
  return now === undefined ? 'nobody' : now === owner ? 'mine' : 'other';
}
