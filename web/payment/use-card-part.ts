import { useState } from 'react';
import { useSearchParams } from 'react-router';

/** Parameter of the address that opens a part of a step. */
const PART = 'etapa';
const CARD = 'cartao';

/**
 * Whether the card page is open. It has its own address, so that Back leads to the choice; it opens only by a button, because
 * after a reload the choice is no longer known.
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
