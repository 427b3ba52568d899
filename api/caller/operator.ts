import type { Service } from '../platform/http/context.ts';

/** Who acts: the service token, and the person it names. */
export const operatorOf = ({ tokenName, operator }: Service): string =>
  operator ? `${tokenName} / ${operator}` : tokenName;

/** Who decides, as it is shown to others of the team: a person by her name, a system by its token and whom it names. */
export const deciderName = (service: Service): string =>
  service.staff && service.operator ? service.operator : operatorOf(service);

/** The same of a name that was stored as `operatorOf` gives it. */
export const actorName = (stored: string): string => stored.replace(/^equipe \/ /, '');
