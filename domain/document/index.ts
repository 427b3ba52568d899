export * from './compare.ts';
export * from './conditions.ts';
export * from './file-check.ts';
export * from './own-name.ts';
export * from './states.ts';
