export * from './browser.ts';
export * from './console.ts';
export * from './reach.ts';
export * from './roles.ts';
export * from './scopes.ts';
export * from './session.ts';
export * from './strength.ts';
export * from './view.ts';
