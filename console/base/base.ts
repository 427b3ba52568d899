/** Base path of the console, without its last slash (spec 25.2.1). */
export const BASE = '/orbita/equipe';
