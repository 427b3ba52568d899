import type { Scope } from '@orbita/domain/staff';
import { Button } from '@orbita/ui/button';
import { Notice } from '@orbita/ui/notice';
import { inAttribute, type PersonName } from '@orbita/ui/person-name.ts';
import { WithName } from '@orbita/ui/with-name';
import { type ReactNode, useEffect } from 'react';
import { whoMay } from '../base/not-allowed.tsx';
import { hour } from '../base/zone.ts';
import { claimTexts as t } from '../texts/claim.ts';
import { announce } from '../ui/announce.tsx';
import { LockIcon } from '../ui/icons/lock.tsx';
import { UsersIcon } from '../ui/icons/users.tsx';
import type { ClaimState } from './claim.ts';

/** Replaces the decisions of a review for people who may only read it. */
export const readOnlyNotice = (part: Scope): ReactNode => (
  <Notice icon={LockIcon} title={t.readOnly(whoMay([part]).join(', '))} />
);

type Taken = Extract<ClaimState, { by: string }>;

const takenText =
  ({ is, until }: Taken) =>
  (name: PersonName): string =>
    is === 'lost' ? t.takenFromYou(name) : t.takenBy(name, until && hour(until));

/** Announces who has the item as soon as that is somebody else, but not again when they renew it. */
export function useTakenSaid(claim: ClaimState): void {
  const taken = claim.is === 'theirs' || claim.is === 'lost' ? claim : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another end of the same claim is no news
  useEffect(() => {
    if (taken) announce(takenText(taken)(inAttribute(taken.by)));
  }, [taken?.is, taken?.by]);
}

/** Replaces the decisions while somebody else has the item; undefined while nobody else has it. */
export function takenNotice(claim: ClaimState, onTakeOver: (() => void) | undefined): ReactNode {
  if (claim.is !== 'theirs' && claim.is !== 'lost') return undefined;
  return (
    <Notice kind="warning" icon={UsersIcon} title={<WithName text={takenText(claim)} name={claim.by} />}>
      {onTakeOver && (
        <div className="row">
          <Button kind="outline" small onClick={onTakeOver}>
            {t.takeOver}
          </Button>
        </div>
      )}
    </Notice>
  );
}

/** The item changed while it was viewed: the new state is not decided unseen (spec 25.4.3). */
export const Changed = ({ onAgain, children }: { onAgain: () => void; children?: ReactNode }) => (
  <Notice kind="warning" role="alert" title={t.changed}>
    {children}
    <div className="row">
      <Button kind="outline" small onClick={onAgain}>
        {t.checkAgain}
      </Button>
    </div>
  </Notice>
);
