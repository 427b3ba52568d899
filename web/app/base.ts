import { isViewPath, VIEW_PATH } from '@orbita/domain/identity';

const CANDIDATE = '/orbita/candidate';

/** True in a tab in which the institution's team looks at a candidate's pages; its address says so, for good (spec 25.6.3). */
export const inView = isViewPath((globalThis.location?.pathname ?? '').slice(CANDIDATE.length));

/** Base path of the candidate application [seed], without its last slash; in a view that of its pages. */
export const BASE = inView ? CANDIDATE + VIEW_PATH : CANDIDATE;
