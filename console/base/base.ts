/** Base path of the console, without a trailing slash (spec 25.2.1). */
export const BASE = '/orbita/equipe';
