/** Makes an element with attributes and children. */
export const element = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
};

const SVG = 'http://www.w3.org/2000/svg';

/** The icon before an error, as on the application's pages. */
export const alertIcon = (): SVGSVGElement => {
  const icon = document.createElementNS(SVG, 'svg');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  const ring = document.createElementNS(SVG, 'circle');
  for (const [name, value] of [
    ['cx', '12'],
    ['cy', '12'],
    ['r', '9'],
  ] as const)
    ring.setAttribute(name, value);
  const mark = document.createElementNS(SVG, 'path');
  mark.setAttribute('d', 'M12 7.5v5.5M12 16.4v.1');
  icon.append(ring, mark);
  return icon;
};

/** Loads a script; rejects when it cannot be loaded. */
export const loadScript = (src: string): Promise<HTMLScriptElement> =>
  new Promise((resolve, reject) => {
    const script = element('script', { src });
    script.addEventListener('load', () => resolve(script));
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('script'));
    });
    document.head.append(script);
  });
