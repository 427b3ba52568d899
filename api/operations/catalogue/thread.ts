import { stringify } from 'yaml';
import { type CatalogueFiles, type FilesRead, parseCatalogue, placesIn, type Spot } from './parse.ts';

/** Functions that run in the worker thread of `in-thread.ts`: all of them take and return plain data. */

export const read = (files: CatalogueFiles): FilesRead => {
  const { catalogue, anchor, problems } = parseCatalogue(files);
  return { catalogue, anchor, problems };
};

export const places = ({ files, spots }: { files: CatalogueFiles; spots: readonly Spot[] }) =>
  placesIn(files, spots);

export const write = (document: object): string => stringify(document, { lineWidth: 110 });
