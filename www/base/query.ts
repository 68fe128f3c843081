// Search queries as text: taking them apart into terms and changing one field's term, for the table's filter fields. The
// language is core/view/search.h's; what a term means is the core's business.

/** The terms of a query, as written; quotes and /patterns/ are kept in one piece. */
export function terms(query: string): string[] {
  const found: string[] = [];
  let word = '';
  let open = '';
  for (let i = 0; i < query.length; i++) {
    const letter = query.charAt(i);
    if (!open && letter === ' ') {
      if (word) found.push(word);
      word = '';
      continue;
    }
    word += letter;
    if (open === '/' && letter === '\\') word += query.charAt(++i);
    else if (open) open = letter === open ? '' : open;
    else if (letter === '"') open = '"';
    else if (letter === '/' && /(^|:)\/$/.test(word)) open = '/';
  }
  if (word) found.push(word);
  return found;
}

const isNumeric = (field: string): boolean => field === 'size' || field === 'padding' || field === 'unpadded';

function valueIn(term: string, field: string): string | null {
  if (isNumeric(field)) return new RegExp(`^${field}([<>]=?.*|=.*)$`).exec(term)?.[1] ?? null;
  if (!term.startsWith(`${field}:`)) return null;
  return term.slice(field.length + 1).replaceAll('"', '');
}

/** What the query asks of a field: "bf16" for `shape:bf16`, ">1MiB" for `size>1MiB`; "" if nothing. First term only. */
export function fieldValue(query: string, field: string): string {
  for (const term of terms(query)) {
    const value = valueIn(term, field);
    if (value !== null) return value;
  }
  return '';
}

/** The query with a field's term replaced, added or (value "") taken out. Other terms stay as they are. */
export function withField(query: string, field: string, value: string): string {
  const text = value.replaceAll('"', '');
  let term = '';
  if (text.trim() !== '') {
    if (isNumeric(field)) term = `${field}${/^[<>=]/.test(text.trim()) ? '' : '>='}${text.replaceAll(' ', '')}`;
    else term = `${field}:${/\s/.test(text) && !text.startsWith('/') ? `"${text}"` : text}`;
  }
  let placed = false;
  const changed = terms(query).map((old) => {
    if (placed || valueIn(old, field) === null) return old;
    placed = true;
    return term;
  });
  if (!placed) changed.push(term);
  return changed.filter(Boolean).join(' ');
}
