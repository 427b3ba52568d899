export * from './define.ts';
export * from './errors.ts';
export * from './field-errors.ts';
export * from './possible-errors.ts';
export * from './query-names.ts';
export * from './scopes.ts';
export * from './shapes.ts';
export * from './team.ts';
