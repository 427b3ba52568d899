/** Texts of the history of S-40; its sentences stand in `domain/subscription`, because the institution's team reads the same. */
export const historyTexts = { title: 'Tudo o que aconteceu' } as const;
