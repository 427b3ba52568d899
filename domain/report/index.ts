/** Figures of an intake, without personal data, and sentences about them (spec-console 25.13). */
export * from './findings.ts';
export * from './funnel.ts';
export * from './kinds.ts';
export * from './table.ts';
