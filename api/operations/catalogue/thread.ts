import { stringify } from 'yaml';
import { type CatalogueFiles, type FilesRead, parseCatalogue, placesIn, type Spot } from './parse.ts';

/** What a thread of its own does for `aside.ts`: everything here takes and gives plain data. */

export const read = (files: CatalogueFiles): FilesRead => {
  const { catalogue, anchor, problems } = parseCatalogue(files);
  return { catalogue, anchor, problems };
};

export const places = ({ files, spots }: { files: CatalogueFiles; spots: readonly Spot[] }) =>
  placesIn(files, spots);

export const write = (document: object): string => stringify(document, { lineWidth: 110 });
