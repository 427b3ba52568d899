export * from './fields.ts';
export * from './interview.ts';
export * from './questionnaire.ts';
export * from './sections.ts';
export * from './typed-rows.ts';
