import { NONCE } from './page-head.ts';
import type { Painter } from './painted.ts';
import type { WebBuild } from './web-build.ts';

/** A page painted for one request: by its name the browser knows what it goes on with. */
export type Painting = { name: string; html: string; module: string | undefined };

const inlineStyle = (text: string): string => `<style nonce="${NONCE}">${text}</style>`;

/** Where scripts are off this is seen instead of the page, painted or not. */
const withoutScripts = (painter: Painter): string =>
  `<noscript>${inlineStyle('#root{display:none}')}${painter.withoutScripts()}</noscript>`;

const inlineScript = (text: string): string => `<script nonce="${NONCE}">${text}</script>`;

/**
 * What is seen instead in a browser that cannot read the app's scripts. It stands in a template, which nobody sees or reads
 * before, and is shown by plain scripts, of which such a browser refuses the first.
 */
const inOldBrowsers = ({ NEWEST, TOO_OLD, tooOld }: Painter): string =>
  `<template id="orbita-old">${tooOld()}</template>${inlineScript(NEWEST)}${inlineScript(TOO_OLD)}`;

/**
 * What follows the head of a host in its page. `asksEarly`: the page's first calls are made by a script in front of all
 * that would hold it up; `asks`: whose page may ask about cookies. Styles of a painted page stand in it, so that it is seen
 * without another
 * answer; their links stay, switched off, because a part that is loaded later looks there whether its style has come.
 */
export function restOfPage(
  build: WebBuild,
  painter: Painter | undefined,
  painting: Painting | undefined,
  asksEarly: boolean,
  asks: { address: string; cookies: string } | undefined,
): string {
  if (!painter || !build.root) return build.after;
  const { head, body } = build.root;
  const cookies = asks ? painter.cookieQuestion(asks.address, asks.cookies, inlineScript) : '';
  const early = asksEarly ? inlineScript(painter.EARLY) : '';
  const old = inOldBrowsers(painter);
  if (!painting)
    return `${early}${head.linked}${withoutScripts(painter)}${cookies}<div id="root"></div>${old}${body}`;
  const { text, addresses } = build.styles(painting.module);
  const links = addresses.map((address) => `<link rel="stylesheet" href="${address}" disabled>`).join('');
  return [
    inlineStyle(text) + links,
    head.bare,
    withoutScripts(painter) + inlineScript(painter.HOLD),
    cookies,
    `<div id="root" data-painted="${painting.name}">`,
    painting.html,
    `</div>${painter.waitLine()}${old}${body}`,
  ].join('');
}
