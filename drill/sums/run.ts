// A process of the drill: compares a population, given as JSON, in the database of its settings, and prints the comparison as
// JSON. It is a process so that a planted bug is loaded before the portal.
import { compareSums, type Population } from './compare.ts';

const population: Population = JSON.parse(process.argv[2] ?? '');
const settings = Object.fromEntries(Object.entries(process.env).map(([name, value = '']) => [name, value]));
process.stdout.write(JSON.stringify(await compareSums(settings, population)));
