export * from './br-code.ts';
export * from './charge.ts';
export * from './deadlines.ts';
export * from './methods.ts';
export * from './price.ts';
export * from './simulation.ts';
export * from './txid.ts';
