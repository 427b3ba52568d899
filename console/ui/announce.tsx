import { store } from '@orbita/client/store.ts';
import { Notice, type NoticeProps } from '@orbita/ui/notice';
import { type ReactNode, useEffect } from 'react';

type Said = { id: number; text: string };

/** So long a sentence stands where readers of the screen find it; afterwards it would be read a second time in the page. */
const KEPT_MS = 5000;
/** What may still change with the next key is said once it rests. */
const REST_MS = 1000;

const said = store<readonly Said[]>([]);
let count = 0;

/**
 * Says something to who listens to the page, once, also while the screen that says it goes (spec-console 25.22). Most readers are
 * silent about a region that comes together with its words, so there is one that is always there.
 */
export function announce(text: string): void {
  if (!text) return;
  count += 1;
  const sentence = { id: count, text };
  said.set([...said.get(), sentence]);
  setTimeout(() => said.set(said.get().filter((one) => one !== sentence)), KEPT_MS);
}

/** Brings the cursor to a field and its error to the ear: a field that has the focus already says nothing by itself. */
export function showMissing(field: HTMLElement | null | undefined, error: string): void {
  if (!field) return;
  if (document.activeElement === field) announce(error);
  else field.focus();
}

/** The region of `announce`; the frame holds it. */
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
      /** What is said, where that is more than the title. */
      says?: string;
    }
  // What is shown has parts of its own, such as a name.
  | { title: ReactNode; says: string };

type Props = Omit<NoticeProps, 'role' | 'title'> &
  Words & {
    /** It may go again with the next key: it is said after a second. */
    rests?: boolean;
  };

/** A notice of what has just changed, said as it appears. */
export function AnnouncedNotice({ says, rests = false, ...notice }: Props) {
  const text = says ?? String(notice.title);
  useEffect(() => {
    const timer = setTimeout(() => announce(text), rests ? REST_MS : 0);
    return () => clearTimeout(timer);
  }, [text, rests]);
  return <Notice {...notice} />;
}
