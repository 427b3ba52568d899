import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';

/**
 * What a tag manager does as far as a page can see it: it reads the data layer, existing and new entries, and counts them under
 * its id, with consent commands counted separately. Nothing is sent anywhere. Like the real one it inserts a tag's script as
 * plain text.
 */
const managerScript = (id: string): string => `(() => {
  const id = ${JSON.stringify(id)};
  const layer = (window.dataLayer = window.dataLayer || []);
  const read = [];
  const consent = [];
  const push = layer.push.bind(layer);
  const take = (entry) => {
    // A command is an arguments object, as the real one demands; a list is nothing.
    if (Object.prototype.toString.call(entry) !== '[object Arguments]') return void read.push(entry);
    const [what, how, state] = entry;
    if (what === 'consent') consent.push({ how, state, after: read.length });
  };
  for (const entry of layer) take(entry);
  layer.push = (...entries) => { entries.forEach(take); return push(...entries); };
  window.google_tag_manager = Object.assign(window.google_tag_manager || {}, { [id]: { read, consent } });
  const script = document.createElement('script');
  script.async = true;
  script.src = new URL('tag.js?id=' + id, document.currentScript.src).href;
  document.head.append(script);
})();
`;

const optimizeScript = (id: string): string => `window.google_optimize = { id: ${JSON.stringify(id)} };\n`;

const tagScript = (id: string): string =>
  `Object.assign(window.google_tag_manager[${JSON.stringify(id)}], { tag: true });\n`;

const SCRIPTS: Record<string, (id: string) => string> = {
  'gtm.js': managerScript,
  'tag.js': tagScript,
  'optimize.js': optimizeScript,
};

/** `GET /tags/gtm.js?id=` and `GET /tags/optimize.js?id=`: the scripts of media tracking. */
export function tagRoutes(app: FastifyInstance, _world: World): void {
  for (const [name, script] of Object.entries(SCRIPTS)) {
    app.get(`/${name}`, async (request, reply) => {
      const { id = '' } = request.query as { id?: string };
      return reply
        .type('text/javascript; charset=utf-8')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(script(id.replace(/[^\w-]/g, '')));
    });
  }
}
