// sentence.ts — sentences of the server and the paragraphs they cite.

/** "(WB-95 5.5.1)" at the end of a sentence is a paragraph; books may have names of several words: "(Proud Monster 5.1)". */
export function splitRules(text: string): { words: string; rule: string | null }[] {
  const parts: { words: string; rule: string | null }[] = [];
  let at = 0;
  for (const found of text.matchAll(/\(([A-Z][\w-]*(?: [A-Z\d][\w.-]*)*) ([\w-]*[\d.][\w.-]*)\)/g)) {
    if (found.index > at) parts.push({ words: text.slice(at, found.index), rule: null });
    parts.push({ words: `${found[1]} ${found[2]}`, rule: found[2]! });
    at = found.index + found[0].length;
  }
  if (at < text.length) parts.push({ words: text.slice(at), rule: null });
  return parts;
}

/** A sentence without its paragraphs, where there is no room for them. */
export const bareWords = (text: string) =>
  splitRules(text)
    .map(({ words, rule }) => (rule ? '' : words))
    .join('')
    .replace(/ +(?=[;,.]|$)/g, '');
