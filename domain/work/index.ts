export * from './digest.ts';
export * from './groups.ts';
export * from './lists.ts';
export * from './queues.ts';
export * from './risk.ts';
export * from './track.ts';
export * from './waits.ts';
