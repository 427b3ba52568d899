import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPatterns } from './pattern-finder.ts';
import { judge, readVerdicts, VERDICTS_FILE, type Verdict } from './pattern-verdicts.ts';

// `npm run patterns` judges new patterns and forgets removed ones; `-- all` judges every one again.
const known = process.argv[2] === 'all' ? {} : readVerdicts();
const { patterns } = findPatterns(join(import.meta.dirname, '..'));
const verdicts: Record<string, Verdict> = {};
for (const pattern of patterns.toSorted((a, b) => (a.text < b.text ? -1 : 1))) {
  const verdict = known[pattern.text] ?? (await judge(pattern));
  verdicts[pattern.text] = verdict;
  if (!known[pattern.text] || verdict !== 'safe')
    console.log(
      `${verdict}\t${pattern.shipped ? 'shipped' : 'tools'}\t${pattern.text}\t${pattern.places.join(' ')}`,
    );
  writeFileSync(VERDICTS_FILE, `${JSON.stringify(verdicts, null, 2)}\n`);
}
process.exit();
