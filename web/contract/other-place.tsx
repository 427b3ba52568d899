import { Button } from '@orbita/ui/button';
import { Suspense, useState } from 'react';
import type { PartProps } from '../enrolment/part-props.ts';
import { ChangeDialog } from '../subscription/own-menu.tsx';
import { changeTexts } from '../texts/leaving.ts';

/** What to do when the last place of the course was taken before the contract was accepted (S-28). */
export function OtherPlace({ subscription }: Pick<PartProps, 'subscription'>) {
  const [changing, setChanging] = useState(false);
  if (!subscription.permissions.changeCourse) return null;
  return (
    <>
      <Button kind="outline" block onClick={() => setChanging(true)}>
        {changeTexts.open}
      </Button>
      {changing && (
        <Suspense fallback={null}>
          <ChangeDialog subscription={subscription} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  );
}
