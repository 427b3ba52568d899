const CANDIDATE = '/orbita/candidate';
/** `VIEW_PATH` of the domain, written out because sign-in loads no more than it needs. */
const VIEW = `${CANDIDATE}/visualizacao`;

/** True in a tab in which the institution's team looks at a candidate's pages; its address says so, for good (spec 25.6.3). */
export const inView = `${globalThis.location?.pathname}/`.startsWith(`${VIEW}/`);

/** Base path of the candidate application [seed], without its last slash; in a view that of its pages. */
export const BASE = inView ? VIEW : CANDIDATE;
