export { type ComparedWith, comparedWith } from './compare.ts';
export * from './conditions.ts';
export * from './file-check.ts';
export { ownName } from './own-name.ts';
export * from './states.ts';
