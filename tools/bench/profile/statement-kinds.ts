/** A statement without what is in parentheses: subqueries, arguments, lists. */
function outline(query: string): string {
  let depth = 0;
  let text = '';
  for (const sign of query) {
    if (sign === '(') depth += 1;
    if (depth === 0) text += sign;
    if (sign === ')') depth -= 1;
  }
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

/**
 * What a statement does, in a few words: its first verb and its main table. Statements that belong to every transaction have
 * their own names.
 */
export function kindOf(query: string): string {
  if (/\benter_tenant\(/.test(query)) return 'entering a tenant';
  if (/^select set_config\(/.test(query)) return 'settings of a transaction';
  const writes = /\b(insert into|update|delete from) ([a-z_]{1,60})\b(?! of\b)/i.exec(query);
  const text = outline(query);
  if (/^(?:begin|commit)\b/.test(text)) return text.split(/[ ;]/, 1)[0] as string;
  if (/^(?:rollback|savepoint|release)\b/.test(text)) return 'parts of a transaction';
  const reads = /\bfrom ([a-z_]{1,60})\b/.exec(text);
  const locking = /\bfor (?:no key )?(?:update|share)\b/.test(text);
  if (writes && !locking) return `${writes[1]?.split(' ')[0]?.toLowerCase()} ${writes[2]}`;
  return reads ? `select ${reads[1]}${locking ? ' (locking)' : ''}` : 'other statements';
}
