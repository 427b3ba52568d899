/**
 * Keys of the acts of a person: the same act keeps its key until it was answered, so that a repeat after a lost
 * answer cannot charge twice; a refusal or another choice is a new act (spec 2.2).
 */
export type ActKeys = {
  /** Key of this act. */
  keyFor: (body: unknown) => string;
  /** The act was answered, for good or ill. */
  answered: () => void;
};

export function actKeys(makeKey: () => string): ActKeys {
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
