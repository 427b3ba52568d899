export * from './acceptance.ts';
export * from './contacts.ts';
export * from './device.ts';
export * from './verification.ts';
