// Loaded before a portal's own code (`node --import`): plants the bug that PLANTED_BUG names.
import { registerHooks } from 'node:module';
import { plantIn } from './planted-bug.ts';
import { plantedBugs } from './planted-bugs.ts';

const name = process.env.PLANTED_BUG ?? '';
const bug = plantedBugs[name];
if (!bug) throw new Error(`There is no bug ${name}`);
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(`/apps/server/src/${bug.file}`)) return loaded;
    return { ...loaded, source: plantIn(String(loaded.source), bug) };
  },
});
