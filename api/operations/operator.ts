import type { Service } from '../platform/http/context.ts';

/** Who acts: the service token, and the person it names. */
export const operatorOf = ({ tokenName, operator }: Service): string =>
  operator ? `${tokenName} / ${operator}` : tokenName;
