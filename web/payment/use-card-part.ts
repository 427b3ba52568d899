import { useState } from 'react';
import { useSearchParams } from 'react-router';

/** Parameter of the address that opens a part of a step. */
const PART = 'etapa';
const CARD = 'cartao';

/**
 * Whether the page of the card is open. It has an address of its own, so that Back leads to the choice; it opens by a button
 * alone, because after a reload nobody knows any more what was chosen.
 */
export function useCardPart() {
  const [parameters, setParameters] = useSearchParams();
  const [entered, setEntered] = useState<{ replace: boolean }>();
  const here = parameters.get(PART) === CARD;
  return {
    shown: here ? entered : undefined,
    open: (replace: boolean) => {
      setEntered({ replace });
      setParameters({ [PART]: CARD }, { replace: here });
    },
    close: () => {
      if (here) setParameters({});
    },
  };
}
