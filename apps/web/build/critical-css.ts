import postcss, { type AtRule, type Container, type Rule } from 'postcss';

const className = /\.((?:[\w-]|\\.)+)/g;
const fontFace = 'font-face';

function classesOf(html: string): Set<string> {
  const lists = [...html.matchAll(/\bclass="([^"]*)"/g)].map(([, list]) => list ?? '');
  return new Set(lists.flatMap((list) => list.split(/\s+/)).filter(Boolean));
}

/** True if every class of the selector is in the page; `:not(…)` and the like say nothing about what is there. */
function isUsed(selector: string, classes: ReadonlySet<string>): boolean {
  const positive = selector.replace(/:not\([^)]*\)/g, '');
  return [...positive.matchAll(className)].every(([, name]) => classes.has(name ?? ''));
}

function keepUsed(rule: Rule, classes: ReadonlySet<string>): void {
  const isKeyframe = rule.parent?.type === 'atrule' && (rule.parent as AtRule).name.endsWith('keyframes');
  if (isKeyframe) return;
  const used = rule.selectors.filter((selector) => isUsed(selector, classes));
  if (used.length === 0) rule.remove();
  else rule.selectors = used;
}

function removeEmpty(container: Container): void {
  container.walkAtRules((atRule) => {
    if (atRule.name !== fontFace && atRule.nodes?.length === 0) atRule.remove();
  });
}

function removeUnusedKeyframes(root: Container, css: () => string): void {
  root.walkAtRules(/keyframes$/, (atRule) => {
    const isNamed = new RegExp(`animation[^;}]*\\b${atRule.params}\\b`).test(css());
    if (!isNamed) atRule.remove();
  });
}

/** Removes custom properties that neither a kept rule nor the page refers to, until none is left. */
function removeUnusedProperties(root: Container, html: string): void {
  const used = new Set<string>();
  for (let before = -1; used.size !== before; ) {
    before = used.size;
    const texts = [html];
    root.walkDecls(({ prop, value }) => {
      if (!prop.startsWith('--') || used.has(prop)) texts.push(value);
    });
    for (const [, name] of texts.join(' ').matchAll(/var\(\s*(--[\w-]+)/g)) used.add(name ?? '');
  }
  root.walkDecls(/^--/, (declaration) => {
    if (!used.has(declaration.prop)) declaration.remove();
  });
}

/** Returns the rules of `css` that `html` can need for its first paint: those whose classes are all in it. */
export function criticalCss(css: string, html: string): string {
  const root = postcss.parse(css);
  const classes = classesOf(html);
  root.walkComments((comment) => void comment.remove());
  root.walkRules((rule) => keepUsed(rule, classes));
  removeUnusedKeyframes(root, () => root.toString());
  removeUnusedProperties(root, html);
  root.walkRules((rule) => {
    if (rule.nodes.length === 0) rule.remove();
  });
  removeEmpty(root);
  return root.toString().trim();
}
