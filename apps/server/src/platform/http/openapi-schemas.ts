import { componentSchemas } from '@myaccount/contract/component-schemas';
import type { Endpoint } from '@myaccount/contract/endpoint';
import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';

type SchemaObject = OpenAPIV3_1.SchemaObject;

/** What servers send, as JSON Schemas. */
export interface OutputSchemas {
  /** The shapes that the document names. */
  readonly shapes: Record<string, SchemaObject>;
  /** JSON replies by the name of their call, with references to the shapes. */
  readonly replies: Readonly<Record<string, SchemaObject | OpenAPIV3_1.ReferenceObject>>;
}

const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(componentSchemas)) names.add(schema, { id });

/** Returns the reference to a part of the document’s components. */
export function referenceTo(part: keyof OpenAPIV3_1.ComponentsObject, name: string): { $ref: string } {
  return { $ref: `#/components/${part}/${name}` };
}

/** Returns the schemas of what these calls send, from the zod schemas that check it. Zod’s own references are to `$defs`. */
export function outputSchemas(endpoints: readonly Endpoint[]): OutputSchemas {
  const replies = endpoints.flatMap(({ operationId, reply }) => (reply ? [[operationId, reply]] : []));
  const all = z.object({
    shapes: z.object(componentSchemas),
    replies: z.object(Object.fromEntries(replies)),
  });
  const generated = JSON.stringify(z.toJSONSchema(all, { metadata: names }));
  const schema = JSON.parse(generated.replaceAll('#/$defs/', referenceTo('schemas', '').$ref));
  return { shapes: schema.$defs, replies: schema.properties.replies.properties };
}

/** Returns the schema of what callers send. The document says once, as its version, which dialect its schemas have. */
export function inputSchema(schema: z.ZodType): SchemaObject {
  const { $schema: _, ...input } = z.toJSONSchema(schema, { io: 'input', override: keepDefault });
  return input as SchemaObject;
}

/** Zod leaves out the default of a value that it transforms. */
const keepDefault: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod;
  if (def.type === 'default') jsonSchema.default = def.defaultValue;
};
