import { here } from '../base/here.ts';

/** The address at which this document was opened: it determines whether the server allowed third-party scripts (spec 3.1). */
export const opened = { pathname: here().pathname, search: here().search };

/** Addresses of the third-party scripts that were loaded in this document. */
export const living = new Set<string>();

/** True once a third-party script has been loaded in this document. */
export const tagsLive = (): boolean => living.size > 0;
