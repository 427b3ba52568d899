import { readFileSync } from 'node:fs';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Style sheet and script of the page, served only from this origin. */
export const pageStyle = read('./page.css');
export const pageScript = read('./live.js');
