import { IconButton, IconLink } from '@orbita/ui/icon-button';
import { ArrowLeftIcon } from '@orbita/ui/icons/arrow-left';
import { SearchIcon } from '@orbita/ui/icons/search';
import { type ReactNode, useId } from 'react';
import { showOverlay } from '../base/overlay.ts';
import { PersonMenu } from '../base/person-menu.tsx';
import { hour } from '../base/zone.ts';
import { shellTexts } from '../texts/shell.ts';
import { reviewTexts as t } from '../texts/work.ts';
import { KeyboardIcon } from '../ui/icons/keyboard.tsx';
import type { ClaimState } from './claim.ts';

type Props = {
  /** Address and label of the back arrow. */
  back: string;
  backLabel: string;
  /** Number of the item: a different one gets a new heading, which is announced when it gets the focus. */
  item: number;
  title: string;
  /** What else is announced about the item, together with its title; the end of this person's claim is added. */
  about: readonly string[];
  claim: ClaimState;
  due?: ReactNode;
  total?: { total: number; totalCapped: boolean } | undefined;
};

/** The bar of a review: back, the item, the end of one's claim, due time, size of the queue (look, 5). */
export function ReviewBar({ back, backLabel, item, title, about, claim, due, total }: Props) {
  const aboutId = useId();
  const said = about.filter(Boolean).join(' · ');
  const held = claim.is === 'mine' && t.withYou(hour(claim.until));
  return (
    <header className="review__bar">
      <IconLink icon={ArrowLeftIcon} label={backLabel} title={backLabel} href={back} />
      <div className="review__title">
        <h1 key={`${item} ${title}`} tabIndex={-1} aria-describedby={said ? aboutId : undefined}>
          {title}
        </h1>
        <span className="meta">
          <span id={aboutId}>{said}</span>
          {said && held && ' · '}
          {held}
        </span>
      </div>
      <div className="topbar__end">
        {due}
        {total && (
          <span className="review__steps">
            {t.queued(total.totalCapped ? '1.000+' : String(total.total))}
          </span>
        )}
        <div className="review__own">
          <IconButton
            icon={SearchIcon}
            label={shellTexts.search}
            title={shellTexts.search}
            onClick={() => showOverlay('palette')}
          />
          <IconButton
            className="only-wide"
            icon={KeyboardIcon}
            label={shellTexts.keys}
            title={shellTexts.keys}
            aria-keyshortcuts="?"
            onClick={() => showOverlay('keys')}
          />
          <PersonMenu />
        </div>
      </div>
    </header>
  );
}
