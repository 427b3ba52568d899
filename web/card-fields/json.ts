export type Json = Readonly<Record<string, unknown>>;

/** True for an object or a list, whose fields can then be looked at. */
export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
