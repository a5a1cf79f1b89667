import { looseTexts } from './loose-texts.ts';

const shown = new Set<string>();

/** Watches the texts of the open page. Each file has its own. */
export function watchLooseTexts(): void {
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes)
        for (const text of looseTexts(node)) shown.add(text);
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/** Returns the texts without an element of their own that showed since the last call, however briefly. */
export function takeShownLooseTexts(): string[] {
  const texts = [...shown];
  shown.clear();
  return texts;
}
