import { readFileSync } from 'node:fs';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Style and script of the page, served from this origin alone. */
export const pageStyle = read('./page.css');
export const pageScript = read('./live.js');
