import type { Service } from '../platform/http/context.ts';

/** Who acts: the service token, and the person it names. */
export const operatorOf = ({ tokenName, operator }: Service): string =>
  operator ? `${tokenName} / ${operator}` : tokenName;

/** Who decides, for display to the team: a person by name, a system by its token and the person it names. */
export const deciderName = (service: Service): string =>
  service.staff && service.operator ? service.operator : operatorOf(service);

/** Same as `deciderName`, from a name stored in the form of `operatorOf`. */
export const actorName = (stored: string): string => stored.replace(/^equipe \/ /, '');
