import { IconButton, IconLink } from '@orbita/web/ui/icon-button';
import { AlertIcon } from '@orbita/web/ui/icons/alert';
import { ArrowLeftIcon } from '@orbita/web/ui/icons/arrow-left';
import { ClockIcon } from '@orbita/web/ui/icons/clock';
import { SearchIcon } from '@orbita/web/ui/icons/search';
import { serverNow } from '../app/clock.ts';
import { showOverlay } from '../app/overlay.ts';
import { PersonMenu } from '../app/person-menu.tsx';
import { exactly, hour, span } from '../app/zone.ts';
import { documentTexts as t } from '../texts/document.ts';
import { shellTexts } from '../texts/shell.ts';
import { KeyboardIcon } from '../ui/icons/keyboard.tsx';
import type { ClaimState } from '../work/claim.ts';
import { type DocumentPage, fullName, type QueueItem } from './document.ts';

type Props = {
  document: DocumentPage | undefined;
  claim: ClaimState;
  item: QueueItem | undefined;
  total: { total: number; totalCapped: boolean } | undefined;
};

/** The bar of the bench: back, what is looked at, until when it is hers, due time, size of the queue (look, 5). */
export function BenchBar({ document, claim, item, total }: Props) {
  const about = document
    ? [
        fullName(document),
        t.number(document.subscriptionId),
        claim.is === 'mine' ? t.withYou(hour(claim.until)) : '',
      ]
    : [];
  return (
    <header className="bench__bar">
      <IconLink icon={ArrowLeftIcon} label={t.back} href="/documentos" />
      <div className="bench__title">
        <h1 tabIndex={-1}>{document?.name ?? t.opening}</h1>
        <span className="meta">{about.filter(Boolean).join(' · ')}</span>
      </div>
      <div className="topbar__end">
        {item && <Due dueAt={item.dueAt} risk={item.risk} />}
        {total && (
          <span className="bench__steps">{t.queued(total.totalCapped ? '1.000+' : String(total.total))}</span>
        )}
        <span className="bench__own">
          <IconButton icon={SearchIcon} label={shellTexts.search} onClick={() => showOverlay('palette')} />
          <IconButton
            className="only-wide"
            icon={KeyboardIcon}
            label={shellTexts.keys}
            aria-keyshortcuts="?"
            onClick={() => showOverlay('keys')}
          />
          <PersonMenu />
        </span>
      </div>
    </header>
  );
}

const STATES = { none: undefined, 'at-risk': 'soon', late: 'over' } as const;

/** When an item is due, in words, with a sign where that is near or past. */
export function Due({ dueAt, risk }: Pick<QueueItem, 'dueAt' | 'risk'>) {
  const left = Date.parse(dueAt) - serverNow();
  return (
    <span className="due" data-state={STATES[risk]} title={exactly(dueAt)}>
      {risk === 'late' ? <AlertIcon small /> : <ClockIcon small />}
      {left > 0 ? t.due(span(left)) : t.late(span(-left))}
    </span>
  );
}
