/**
 * Idempotency keys: the same request keeps its key until it is answered, so that a retry after a lost answer cannot
 * charge twice; after an answer, or with another body, a new key is used (spec 2.2).
 */
export type IdempotencyKeys = {
  /** Key for a request with this body. */
  keyFor: (body: unknown) => string;
  /** Call when the request was answered, successfully or not. */
  answered: () => void;
};

export function idempotencyKeys(makeKey: () => string): IdempotencyKeys {
  let current: { act: string; key: string } | undefined;
  return {
    keyFor: (body) => {
      const act = JSON.stringify(body);
      if (current?.act !== act) current = { act, key: makeKey() };
      return current.key;
    },
    answered: () => {
      current = undefined;
    },
  };
}
