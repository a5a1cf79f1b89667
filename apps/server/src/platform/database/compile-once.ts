import type { CompiledQuery } from 'kysely';
import type { Database } from './connect.ts';
import { keptPlans } from './is-one-of.ts';

type Value = string | number | boolean | Date | Buffer;
/** The values of one execution of a statement, with ids as `isOneOf` takes them. */
type Values<Names extends string> = Readonly<Record<Names, Value | readonly string[]>>;

/** Stands for a value while the statement is compiled. */
class Placeholder {
  readonly name: string;
  readonly index: number | undefined;

  constructor(name: string, index?: number) {
    this.name = name;
    this.index = index;
  }
}

/**
 * Returns a function that executes a statement and returns its rows. The query builder makes its text at the first use and
 * for each small number of ids, because making it takes as long as the rest of a short read. Nothing that `build` decides
 * may depend on the values themselves.
 */
export function compileOnce<Given extends Values<keyof Given & string>, Row>(
  build: (db: Database, values: Given) => CompiledQuery<Row>,
): (db: Database, values: Given) => Promise<Row[]> {
  const compiled = new Map<string, CompiledQuery<Row>>();
  return async (db, values) => {
    const shape = shapeOf(values);
    let statement = compiled.get(shape);
    if (!statement) {
      statement = build(db, placeholdersFor(values));
      compiled.set(shape, statement);
    }
    const parameters = statement.parameters.map((parameter) => filled(parameter, values));
    const { rows } = await db.executeQuery<Row>({ ...statement, parameters });
    return rows;
  };
}

function shapeOf(values: object): string {
  let shape = '';
  for (const value of Object.values(values))
    if (Array.isArray(value)) shape += `${Math.min(value.length, keptPlans + 1)} `;
  return shape;
}

function placeholdersFor<Given extends object>(values: Given): Given {
  const placeholders = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((_, index) => new Placeholder(name, index)) : new Placeholder(name),
  ]);
  return Object.fromEntries(placeholders);
}

function filled(parameter: unknown, values: object): unknown {
  const [first] = Array.isArray(parameter) ? parameter : [];
  if (first instanceof Placeholder) return Reflect.get(values, first.name);
  if (!(parameter instanceof Placeholder)) return parameter;
  const value = Reflect.get(values, parameter.name);
  return parameter.index === undefined ? value : value[parameter.index];
}
