// Regular expressions for the core's search: it has none of its own and asks the page's. Each pattern is compiled once;
// one that cannot be understood matches nothing and is remembered, since nothing may be thrown through the core's frames.
import type { Failure } from '#wasm/memory_viewer.js';

export interface PatternTests {
  /** For SpaceView.search(). Never throws; case does not matter. */
  readonly test: (pattern: string, text: string) => boolean;
  /** What was wrong with the first pattern that could not be compiled, or null. */
  readonly failure: () => Failure | null;
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  // Chromium: "Invalid regular expression: /(/i: Unterminated group"; Firefox: "unterminated parenthetical".
  const reason = text.replace(/^Invalid regular expression: (\/.*\/\w*: )?/, '');
  return reason.charAt(0).toLowerCase() + reason.slice(1).replace(/\.$/, '');
}

/** Tests for one search. */
export function patternTests(): PatternTests {
  const compiled = new Map<string, RegExp | null>();
  let failure: Failure | null = null;
  const compile = (pattern: string): RegExp | null => {
    try {
      return new RegExp(pattern, 'i');
    } catch (error) {
      failure ??= {
        code: 'BAD_QUERY',
        message: `/${pattern}/ is no regular expression: ${reasonOf(error)}.`,
        hint: String.raw`A backslash takes the meaning from . * + ? ( ) [ ] { } | ^ $ and \.`,
      };
      return null;
    }
  };
  return {
    test: (pattern, text) => {
      let expression = compiled.get(pattern);
      if (expression === undefined) {
        expression = compile(pattern);
        compiled.set(pattern, expression);
      }
      return expression?.test(text) ?? false;
    },
    failure: () => failure,
  };
}
