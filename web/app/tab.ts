import { claimsOf } from './claims.ts';
import { session } from './session.ts';

/** Messages between the tabs of one browser about its session. */
export type TabMessage = 'left' | 'entered' | 'active';

// Missing before iOS 15.4: there a tab notices changes when it becomes visible.
const channel = 'BroadcastChannel' in window ? new BroadcastChannel('orbita-session') : undefined;

/** Sends a message to the other tabs of this browser, not to this one. */
export const postToTabs = (news: TabMessage): void => channel?.postMessage(news);

export const onTabMessage = (listen: (news: TabMessage) => void): void => {
  if (channel) channel.onmessage = ({ data }: MessageEvent<TabMessage>) => listen(data);
};

/** Without the channel a tab cannot know of activity in other tabs, so its own inactivity must not end the session. */
export const hasTabChannel = channel !== undefined;

let owner: string | undefined;

/** Remembers who is signed in as the person whose data this tab shows. */
export function rememberTabOwner(): void {
  owner = claimsOf(session.token())?.sub;
}

/** Whether the browser's session belongs to the person this tab shows, to another one, or does not exist. */
export function sessionOwner(): 'mine' | 'other' | 'nobody' {
  const now = claimsOf(session.token())?.sub;
  if (owner === undefined) return 'mine';
  return now === undefined ? 'nobody' : now === owner ? 'mine' : 'other';
}
