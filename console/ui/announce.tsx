import { store } from '@orbita/client/store.ts';
import { Notice, type NoticeProps } from '@orbita/ui/notice';
import { type ReactNode, useEffect } from 'react';

type Said = { id: number; text: string };

/** How long a sentence stays where screen readers find it; later it would be read a second time in the page. */
const KEPT_MS = 5000;
/** Delay before announcing what the next key press may still change. */
const REST_MS = 1000;

const said = store<readonly Said[]>([]);
let count = 0;

/**
 * Announces a text to screen readers once, even while the screen it comes from is leaving (spec-console 25.22). Most screen
 * readers ignore a region that is inserted together with its text, so one always exists.
 */
export function announce(text: string): void {
  if (!text) return;
  count += 1;
  const sentence = { id: count, text };
  said.set([...said.get(), sentence]);
  setTimeout(() => said.set(said.get().filter((one) => one !== sentence)), KEPT_MS);
}

/** Moves the focus to a field and makes its error heard: a field that already has the focus is not announced again. */
export function showMissing(field: HTMLElement | null | undefined, error: string): void {
  if (!field) return;
  if (document.activeElement === field) announce(error);
  else field.focus();
}

/** The live region of `announce`, placed in the frame. */
export const Announcer = () => (
  <div className="visually-hidden" role="log">
    {said.use().map(({ id, text }) => (
      <p key={id}>{text}</p>
    ))}
  </div>
);

type Words =
  | {
      title: string;
      /** The announcement, if it is more than the title. */
      says?: string;
    }
  // The content has parts of its own, such as a name.
  | { title: ReactNode; says: string };

type Props = Omit<NoticeProps, 'role' | 'title'> &
  Words & {
    /** It may disappear with the next key press, so it is announced after a second. */
    rests?: boolean;
  };

/** A notice about something that has just changed, announced as it appears. */
export function AnnouncedNotice({ says, rests = false, ...notice }: Props) {
  const text = says ?? String(notice.title);
  useEffect(() => {
    const timer = setTimeout(() => announce(text), rests ? REST_MS : 0);
    return () => clearTimeout(timer);
  }, [text, rests]);
  return <Notice {...notice} />;
}
