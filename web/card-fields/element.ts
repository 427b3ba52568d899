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
