/** The blocks of a manual page. */
export type Block =
  | { is: 'title' | 'part' | 'paragraph'; text: string }
  | { is: 'steps' | 'points'; items: string[] }
  | { is: 'picture'; file: string; text: string };

const STEP = /^\d+\. /;
const PICTURE = /^!\[([^\]]+)\]\(pictures\/([a-z]+\.webp)\)$/;

/**
 * Blocks of a manual page: headings, paragraphs, pictures, bullet lists and numbered steps, one line each. Any other Markdown
 * is not used there, and would be shown verbatim.
 */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  for (const line of markdown.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const last = blocks.at(-1);
    const [, text, file] = PICTURE.exec(line) ?? [];
    if (text && file) {
      blocks.push({ is: 'picture', file, text });
      continue;
    }
    const list = line.startsWith('- ') ? 'points' : STEP.test(line) ? 'steps' : undefined;
    if (list) {
      const item = line.replace(list === 'points' ? '- ' : STEP, '');
      if (last && 'items' in last && last.is === list) last.items.push(item);
      else blocks.push({ is: list, items: [item] });
    } else if (line.startsWith('## ')) blocks.push({ is: 'part', text: line.slice(3) });
    else if (line.startsWith('# ')) blocks.push({ is: 'title', text: line.slice(2) });
    else blocks.push({ is: 'paragraph', text: line });
  }
  return blocks;
}
