// Finds what a person would type or look for in a sentence: flags, environment variables, file names.

export interface Words {
  readonly text: string;
  readonly code: boolean;
}

/** XLA_FLAGS="…" in one piece is too long for a line, so its flags are words of their own. */
const CODE =
  /(?:[A-Z][A-Z\d]*_[A-Z\d_]+="?)?--[a-z][\w-]*(?:=[\w./-]*[\w/])?"?|[A-Z][A-Z\d]*_[A-Z\d_]+=\S+|(?:[\w./…-]*[\w…-])?\.(?:hlo\.pb|xplane\.pb|pb|pbtxt|txt|gz|prof)\b(?:\.gz)?/g;

/** The sentence in parts, in order; their texts joined are the sentence. */
export function codeWords(sentence: string): Words[] {
  const parts: Words[] = [];
  let end = 0;
  for (const match of sentence.matchAll(CODE)) {
    if (match.index > end) parts.push({ text: sentence.slice(end, match.index), code: false });
    parts.push({ text: match[0], code: true });
    end = match.index + match[0].length;
  }
  if (end < sentence.length) parts.push({ text: sentence.slice(end), code: false });
  return parts;
}
