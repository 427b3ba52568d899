export * from './describe.ts';
export * from './fields.ts';
export * from './kinds.ts';
export * from './need.ts';
export * from './second.ts';
export * from './state.ts';
export * from './texts.ts';
