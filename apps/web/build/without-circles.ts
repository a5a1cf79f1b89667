import type { Plugin, Rolldown } from 'vite';

/** Returns the files that import each other in a circle: what is left without those that import, or that are imported by, none of them. */
export function filesInCircles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Map(imports);
  for (let before = 0; before !== left.size; ) {
    before = left.size;
    const imported = new Set([...left.values()].flat());
    for (const [file, targets] of left)
      if (!imported.has(file) || !targets.some((target) => left.has(target))) left.delete(file);
  }
  return [...left.keys()];
}

/** Fails the build when files import each other in a circle: one of them would run before what it needs. */
export function withoutCircles(): Plugin {
  return {
    name: 'without-circles',
    apply: 'build',
    generateBundle(_options, bundle: Rolldown.OutputBundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const circle = filesInCircles(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])));
      if (circle.length > 0) this.error(`Files import each other in a circle: ${circle.join(', ')}`);
    },
  };
}
