export type Json = Readonly<Record<string, unknown>>;

/** True for an object or array, whose properties can then be read. */
export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
