/** A phone and a desktop, as options of Playwright. */
export const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
export const desktop = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };

/** The project of `npm test` in which each journey runs at one width: the console's at a desktop's, all others at a phone's. */
export const ONE_WIDTH = 'one-width';

/** The width of a journey's file in that project. */
export const widthOf = (file: string): typeof phone => (/console-[a-z]+\.spec/.test(file) ? desktop : phone);
