export * from './acceptance.ts';
export { type Device, describeDevice } from './device.ts';
