const CANDIDATE = '/orbita/candidate';
/** `VIEW_PATH` of the domain, repeated here so that sign-in loads no more than it needs. */
const VIEW = `${CANDIDATE}/visualizacao`;

/** True in a tab in which the institution's team looks at a candidate's pages; its address always shows that (spec 25.6.3). */
export const inView = `${globalThis.location?.pathname}/`.startsWith(`${VIEW}/`);

/** Base path of the candidate application [seed], without a trailing slash; in a view, that of the view's pages. */
export const BASE = inView ? VIEW : CANDIDATE;
