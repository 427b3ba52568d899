import { NONCE } from './page-head.ts';
import type { Painter } from './painted.ts';
import type { WebBuild } from './web-build.ts';

/** A page pre-rendered for one request; the browser uses the name to decide how to continue with it. */
export type Painting = { name: string; html: string; module: string | undefined };

const inlineStyle = (text: string): string => `<style nonce="${NONCE}">${text}</style>`;

/** Shown when scripts are disabled, instead of the page, whether pre-rendered or not. */
const withoutScripts = (painter: Painter): string =>
  `<noscript>${inlineStyle('#root{display:none}')}${painter.withoutScripts()}</noscript>`;

const inlineScript = (text: string): string => `<script nonce="${NONCE}">${text}</script>`;

/**
 * Shown instead in a browser that cannot run the app's scripts. It is in a template, so it stays invisible until plain scripts
 * show it when the browser fails to run the first of them.
 */
const inOldBrowsers = ({ NEWEST, TOO_OLD, tooOld }: Painter): string =>
  `<template id="orbita-old">${tooOld()}</template>${inlineScript(NEWEST)}${inlineScript(TOO_OLD)}`;

/**
 * The part of a host's page after its head. `asksEarly`: a script placed before everything slow makes the page's first calls;
 * `asks`: for pages that may ask about cookies. The styles of a pre-rendered page are inlined, so that it is shown without
 * another request; their links stay, disabled, because code loaded later checks them to see whether its style is present.
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
