/** Base path of the candidate application [seed], without its last slash. */
export const BASE = '/orbita/candidate';
