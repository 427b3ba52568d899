import { Disclosure } from '@orbita/ui/disclosure';
import { historyTexts as t } from '../texts/history.ts';
import { momentLine } from './deadline.ts';
import './history-list.css';
import { historyEntries } from './history-entries.ts';
import type { Acts, History } from './step-dates.ts';

/** Everything that happened to an application, in plain words, newest first; collapsed by default. */
export function HistoryList({ history, acts, now }: { history: History; acts: Acts; now: number }) {
  return (
    <Disclosure summary={t.title}>
      <ol className="history-list" reversed>
        {historyEntries(history, acts).map(({ key, text, status, at }) => (
          <li key={key}>
            <span className="history-list__text">{text}</span>
            <span className="small muted">
              <time dateTime={at}>{momentLine(at, now)}</time> · {status}
            </span>
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}
