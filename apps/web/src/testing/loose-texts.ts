/**
 * Returns the texts of a node, by default of the open page, that React updates beside other nodes. A browser that translates a page replaces its
 * text nodes: React then goes on with one that nobody sees, unless it is the only child of an element.
 */
export function looseTexts(root: Node = document): string[] {
  const texts: string[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node: Node | null = root; node; node = walker.nextNode()) {
    const text = node.nodeValue?.trim();
    if (text && Object.keys(node).some((key) => key.startsWith('__reactFiber$'))) texts.push(text);
  }
  return texts;
}
