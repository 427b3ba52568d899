export * from './address.ts';
export { countries, countryName, isCountry } from './countries.ts';
export * from './information.ts';
export * from './personal-data.ts';
