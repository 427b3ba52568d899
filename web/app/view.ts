import type { TabAccess } from './tab-access.ts';

/** What a view of the team opened: one application, for a quarter of an hour, kept in the memory of this tab alone. */
export type View = TabAccess & {
  /** Address of the application below the base. */
  path: string;
  /** When it ends, milliseconds since 1970. */
  endsAt: number;
};

let view: View | undefined;
let refused = 0;
const listeners = new Set<() => void>();

export const keepView = (opened: View): void => {
  view = opened;
};
export const dropView = (): void => {
  view = undefined;
};
/** The view of this tab; undefined before its code was exchanged, and in every other tab. */
export const viewAccess = (): View | undefined => view;

/** Something was to be changed: the banner answers. */
export function tellRefused(): void {
  refused += 1;
  for (const listener of listeners) listener();
}
/** How often something was refused. */
export const timesRefused = (): number => refused;
export const onRefused = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};
