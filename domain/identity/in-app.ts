/** Apps that open links in a view of their own, and any such view of Android, by the user agent. */
const IN_APP =
  /\bFB(?:AN|AV|_IAB)\b|\bInstagram\b|\bLinkedInApp\b|\bSnapchat\b|\bLine\/|\bBytedanceWebview\b|\bmusical_ly\b|; wv\)/;

/** Whether a page is shown inside another app, where Google refuses to sign anybody in (`disallowed_useragent`). */
export const isInApp = (userAgent: string): boolean => IN_APP.test(userAgent);

export const IN_APP_TEXT =
  'O Google não deixa entrar por dentro de outro aplicativo. Abra esta página no navegador ou entre de outro jeito.';
