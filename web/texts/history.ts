/**
 * Texts of the history of S-40; its sentences are in `domain/subscription`, because the institution's team reads the same ones.
 */
export const historyTexts = { title: 'Tudo o que aconteceu' } as const;
