import { stringify } from 'yaml';
import { type Fed, readText, type Said } from './academic/answer.ts';
import { type CatalogueFiles, type FilesRead, parseCatalogue, placesIn, type Spot } from './parse.ts';

/** Functions that run in the worker thread of `in-thread.ts`: all of them take and return plain data. */

export const read = ({ files, fed }: { files: CatalogueFiles; fed?: Fed | undefined }): FilesRead => {
  const { catalogue, anchor, problems, warnings } = parseCatalogue(files, fed);
  return { catalogue, anchor, problems, warnings };
};

export const answer = ({ text }: { text: string }): Said => readText(text);

export const places = ({ files, spots }: { files: CatalogueFiles; spots: readonly Spot[] }) =>
  placesIn(files, spots);

export const write = (document: object): string => stringify(document, { lineWidth: 110 });
