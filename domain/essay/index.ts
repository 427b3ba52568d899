export * from './clock.ts';
export { isSuspicious, shingles, similarity } from './similarity.ts';
export * from './states.ts';
export * from './text.ts';
export { drawTheme } from './themes.ts';
