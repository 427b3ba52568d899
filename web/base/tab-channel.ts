/** Messages between the tabs of one browser about its session. */
export type TabMessage = 'left' | 'entered' | 'active';

/** Missing before iOS 15.4, and refused when cookies are: a tab then notices changes when it becomes visible. */
function open(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('orbita-session');
  } catch {
    return undefined;
  }
}
const channel = open();

/** Sends a message to the other tabs of this browser. */
export const postToTabs = (news: TabMessage): void => channel?.postMessage(news);

export const onTabMessage = (listen: (news: TabMessage) => void): void => {
  if (channel) channel.onmessage = ({ data }: MessageEvent<TabMessage>) => listen(data);
};

/** Without the channel a tab does not know of activity in other tabs, so its own inactivity must not end the session. */
export const hasTabChannel = channel !== undefined;
