/**
 * Colour arithmetic behind the theme: sRGB hex, WCAG 2.2 contrast and OKLCH.
 * Plain numbers only, so the server, the browser and e-mail rendering give the same hex.
 */

export type Hex = `#${string}`;

/** Lightness 0–1, chroma 0–~0.37, hue in degrees. */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

type Triple = [number, number, number];

const srgbToLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const linearToSrgb = (v: number) => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);

/** sRGB channels 0–1 of `#rgb` or `#rrggbb`. */
export function parseHex(hex: string): Triple {
  const short = hex.replace('#', '');
  const full = short.length === 3 ? [...short].map((digit) => digit + digit).join('') : short;
  const channel = (at: number) => Number.parseInt(full.slice(at, at + 2), 16) / 255;
  return [channel(0), channel(2), channel(4)];
}

function printHex(rgb: Triple): Hex {
  const channel = (v: number) =>
    Math.round(Math.min(1, Math.max(0, v)) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${rgb.map(channel).join('')}`;
}

const linearOf = (hex: string): Triple => {
  const [r, g, b] = parseHex(hex);
  return [srgbToLinear(r), srgbToLinear(g), srgbToLinear(b)];
};

/** WCAG relative luminance, 0–1. */
export function luminance(hex: string): number {
  const [r, g, b] = linearOf(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG contrast ratio of two colours, 1–21. */
export function contrast(a: string, b: string): number {
  const first = luminance(a);
  const second = luminance(b);
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** Converts hex to OKLCH (Björn Ottosson's matrices). */
export function toOklch(hex: string): Oklch {
  const [r, g, b] = linearOf(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { l: lightness, c: Math.hypot(a, bb), h: ((Math.atan2(bb, a) * 180) / Math.PI + 360) % 360 };
}

function oklchToLinear({ l, c, h }: Oklch): Triple {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

const onScreen = (colour: Oklch) => oklchToLinear(colour).every((v) => v >= -0.0005 && v <= 1.0005);

/** Hex of an OKLCH colour; chroma is reduced until it fits sRGB, while lightness and hue stay. */
export function oklch(l: number, c: number, h: number): Hex {
  let chroma = c;
  if (!onScreen({ l, c, h })) {
    let outside = c;
    chroma = 0;
    for (let i = 0; i < 18; i++) {
      const middle = (chroma + outside) / 2;
      if (onScreen({ l, c: middle, h })) chroma = middle;
      else outside = middle;
    }
  }
  const [r, g, b] = oklchToLinear({ l, c: chroma, h });
  const display = (v: number) => linearToSrgb(Math.max(0, v));
  return printHex([display(r), display(g), display(b)]);
}

export interface Guard extends Omit<Oklch, 'l'> {
  /** Lightness at which the search starts. */
  from: number;
  /** Backgrounds on which the colour is used. */
  on: readonly string[];
  ratio: number;
  /** -1 searches towards black, 1 towards white. */
  towards: -1 | 1;
}

/**
 * First colour of the search whose rounded hex reaches `ratio` on every background, so rounding cannot make it fail. Black or
 * white if none does.
 */
export function guard({ from, c, h, on, ratio, towards }: Guard): Hex {
  for (let l = from; l >= 0 && l <= 1; l += towards * 0.004) {
    const hex = oklch(l, c, h);
    if (on.every((background) => contrast(hex, background) >= ratio)) return hex;
  }
  return towards < 0 ? '#000000' : '#ffffff';
}
