export * from './conditions.ts';
export * from './file-check.ts';
export * from './states.ts';
