export * from './class-hold.ts';
export * from './disciplines.ts';
export * from './guardian.ts';
export * from './schooling.ts';
export * from './steps.ts';
