export * from './clock.ts';
export * from './marks.ts';
export * from './rubric.ts';
export * from './similarity.ts';
export * from './states.ts';
export * from './text.ts';
export * from './themes.ts';
