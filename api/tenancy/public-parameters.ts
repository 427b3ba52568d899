import { isParameterName, PARAMETERS, type Parameter, type ParameterName } from '@orbita/domain/tenancy';
import type { Answer } from '@orbita/protocol';
import type { Platform } from '../platform/platform.ts';
import { type ParameterPlace, parametersOf } from './parameters.ts';

type Shown = Answer<'GET /candidate/parameters/{institutionId}/{internalValue}'>;

const isPublic = (name: string): name is ParameterName =>
  isParameterName(name) && (PARAMETERS[name] as Parameter).public;

/** The value shown; without a configured year, the last calendar year is the default (spec 3.2). */
const shownValue = (name: ParameterName, type: string, value: unknown, today: string): Shown['value'] => {
  if (name === 'EnemLatestYear' && value === 0) return Number(today.slice(0, 4)) - 1;
  return (type === 'money' ? Number(value) / 100 : value) as Shown['value'];
};

/**
 * Parameters that a browser may read, as they apply at a place; without `names`, all of them. Unknown and internal names are left
 * out.
 */
export async function publicParameters(
  platform: Platform,
  tenantId: number,
  place: ParameterPlace,
  today: string,
  names: readonly string[] = Object.keys(PARAMETERS),
): Promise<Shown[]> {
  const value = await parametersOf(platform, tenantId, place);
  return names.filter(isPublic).map((name) => {
    const { type } = PARAMETERS[name];
    return { internalValue: name, value: shownValue(name, type, value(name), today), type };
  });
}
