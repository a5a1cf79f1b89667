import { componentSchemas } from '@myaccount/contract/component-schemas';
import type { Endpoint } from '@myaccount/contract/endpoint';
import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';

type SchemaObject = OpenAPIV3_1.SchemaObject;
type SchemaOrReference = SchemaObject | OpenAPIV3_1.ReferenceObject;

/** Names of the shapes that the document names. */
const names = new Map(Object.entries(componentSchemas).map(([name, schema]) => [schema, name]));
const replyPrefix = 'reply:';

/** Returns the reference to a part of the document’s components. */
export function referenceTo(part: keyof OpenAPIV3_1.ComponentsObject, name: string): { $ref: string } {
  return { $ref: `#/components/${part}/${name}` };
}

/** JSON Schemas of the document, generated from the zod schemas that check requests and replies. */
export class OpenApiSchemas {
  /** The shapes that the document names. */
  readonly components: Record<string, SchemaObject> = {};
  readonly #replies: Record<string, SchemaObject> = {};

  constructor(endpoints: readonly Endpoint[]) {
    const registry = z.registry<{ id: string }>();
    for (const [schema, id] of names) registry.add(schema, { id });
    for (const { operationId, reply } of endpoints) {
      // A copy, so that another reply that contains this one spells it out.
      if (reply && !names.has(reply)) registry.add(reply.clone(), { id: `${replyPrefix}${operationId}` });
    }
    const uri = (id: string) => referenceTo('schemas', id).$ref;
    const generated = z.toJSONSchema(registry, { io: 'output', uri }).schemas;
    for (const [id, schema] of Object.entries(generated)) {
      if (id.startsWith(replyPrefix)) this.#replies[id.slice(replyPrefix.length)] = plain(schema);
      else this.components[id] = plain(schema);
    }
  }

  /** Returns the schema of the call's JSON reply; undefined if it has none. */
  replyOf({ operationId, reply }: Endpoint): SchemaOrReference | undefined {
    const name = reply && names.get(reply);
    return name === undefined ? this.#replies[operationId] : referenceTo('schemas', name);
  }
}

/** Returns the schema of what callers send. */
export function inputSchema(schema: z.ZodType): SchemaObject {
  return plain(z.toJSONSchema(schema, { io: 'input', override: keepDefault }));
}

/** Zod leaves out the default of a value that it transforms. */
const keepDefault: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod;
  if (def.type === 'default') jsonSchema.default = def.defaultValue;
};

/** The document says once, as its version, which dialect its schemas have. */
function plain({ $schema: _, $id, ...schema }: z.core.JSONSchema.JSONSchema): SchemaObject {
  return schema as SchemaObject;
}
