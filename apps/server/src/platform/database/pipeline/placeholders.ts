import { type CompiledQuery, type Expression, ValueNode } from 'kysely';
import { keptPlans } from '../is-one-of.ts';
import type { Database } from '../tables.ts';

type Value = string | number | boolean | Date | Buffer | null;
/** The values of one execution of a statement: single ones, lists such as the ids of `isOneOf`, and rows to insert, by column. */
export type Values<Names extends string> = Readonly<
  Record<Names, Value | readonly (string | number | null)[] | readonly object[]>
>;

/**
 * What a statement is built with, instead of values: an expression can be put into it. It can be neither compared nor computed
 * with, because the same text serves every value.
 */
export type Placeholders<Given> = {
  readonly [Name in keyof Given]: Given[Name] extends readonly (infer Item)[]
    ? readonly (Item extends object ? Placeholders<Item> : Expression<Item>)[]
    : Expression<Exclude<Given[Name], undefined>>;
};

/** Stands for a value while the statement is compiled. */
class Placeholder<T = unknown> implements Expression<T> {
  readonly expressionType: T | undefined;
  readonly read: (values: object) => unknown;

  constructor(read: (values: object) => unknown) {
    this.read = read;
  }

  toOperationNode(): ValueNode {
    return ValueNode.create(this);
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError('A placeholder has no value yet.');
  }
}

/** Placeholder for one value of a list. The first of them represents all where the list is one parameter. */
class ListPlaceholder extends Placeholder {
  readonly readAll: (values: object) => unknown;

  constructor(name: string, index: number) {
    super((values) => Reflect.get(values, name)[index]);
    this.readAll = (values) => Reflect.get(values, name);
  }
}

/**
 * Returns a function that returns the statement for values. Each shape of values is built once: the length of each short list, and
 * the number of rows.
 */
export function statementsOf<Given extends object, Row>(
  build: (db: Database, values: Placeholders<Given>) => CompiledQuery<Row>,
): (db: Database, values: Given) => CompiledQuery<Row> {
  const compiled = new Map<string, CompiledQuery<Row>>();
  return (db, values) => {
    const shape = shapeOf(values);
    let statement = compiled.get(shape);
    if (!statement) {
      statement = build(db, placeholdersFor(values));
      compiled.set(shape, statement);
    }
    return { ...statement, parameters: statement.parameters.map((parameter) => filled(parameter, values)) };
  };
}

function shapeOf(values: object): string {
  let shape = '';
  for (const value of Object.values(values)) {
    if (!Array.isArray(value)) continue;
    shape += `${areRows(value) ? value.length : Math.min(value.length, keptPlans + 1)} `;
  }
  return shape;
}

function areRows(values: readonly unknown[]): boolean {
  return typeof values[0] === 'object' && values[0] !== null;
}

function placeholdersFor<Given extends object>(values: Given): Placeholders<Given> {
  const placeholders = Object.entries(values).map(([name, value]) => [name, placeholderFor(name, value)]);
  return Object.fromEntries(placeholders);
}

function placeholderFor(name: string, value: unknown) {
  if (!Array.isArray(value)) return new Placeholder((values) => Reflect.get(values, name));
  if (!areRows(value)) return value.map((_, index) => new ListPlaceholder(name, index));
  return value.map((row, index) => placeholdersForRow(name, index, row));
}

function placeholdersForRow(name: string, index: number, row: object): Record<string, Placeholder> {
  const read = (column: string) => new Placeholder((values) => Reflect.get(values, name)[index][column]);
  return Object.fromEntries(Object.keys(row).map((column) => [column, read(column)]));
}

function filled(parameter: unknown, values: object): unknown {
  const [first] = Array.isArray(parameter) ? parameter : [];
  if (first instanceof ListPlaceholder) return first.readAll(values);
  return parameter instanceof Placeholder ? parameter.read(values) : parameter;
}
