export * from './address.ts';
export * from './corrections.ts';
export * from './countries.ts';
export * from './foreign-address.ts';
export * from './information.ts';
export * from './personal-data.ts';
