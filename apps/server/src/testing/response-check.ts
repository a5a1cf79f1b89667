import { apiPath } from '@myaccount/contract/endpoint';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';
import { problemType } from '../platform/http/problems.ts';

const documentId = 'openapi';
const problemPointer = '/components/schemas/Problem';

interface CompiledDocument {
  readonly ajv: Ajv2020;
  /** By the pointer of their schema. */
  readonly validators: Map<string, ValidateFunction>;
}

/** By the document's JSON: most portals of a test run have the same document, and compiling a schema takes long. */
const compiledDocuments = new Map<string, CompiledDocument>();

/** Compares every response of a server with its OpenAPI document: status, media type, headers, and JSON body. */
export class ResponseCheck {
  /** What differed since the last look. */
  readonly #differences: string[] = [];
  readonly #document: () => OpenAPIV3_1.Document;
  #compiled: CompiledDocument | undefined;

  /** Call before the server is ready. */
  constructor(app: FastifyInstance) {
    // The document is complete when the server is ready.
    this.#document = () => app.swagger() as OpenAPIV3_1.Document;
    app.addHook('onSend', (request, reply, payload, done) => {
      const where = `${request.method} ${request.url} answered ${reply.statusCode}`;
      const body = typeof payload === 'string' ? payload : '';
      this.#differences.push(...this.#compare(request, reply, body).map((what) => `${where}: ${what}`));
      done(null, payload);
    });
  }

  /** Throws if a response since the last call differed from the document. */
  expectNoDifference(): void {
    const found = this.#differences.splice(0);
    if (found.length > 0) throw new Error(`Not as the OpenAPI document says:\n${found.join('\n')}`);
  }

  #compare(request: FastifyRequest, reply: FastifyReply, body: string): string[] {
    const mediaType = String(reply.getHeader('content-type') ?? '').split(';', 1)[0] ?? '';
    const { endpoint } = request.routeOptions.config;
    if (!endpoint) return mediaType === problemType ? this.#compareBody(problemPointer, body) : [];
    const operation = ['paths', `${apiPath}${endpoint.path}`, endpoint.method.toLowerCase()];
    const response = this.#find([...operation, 'responses', String(reply.statusCode)]);
    if (!response) return ['a status that is not described'];
    const { headers = {}, content = {} } = response.value as OpenAPIV3_1.ResponseObject;
    const differences = Object.keys(headers).flatMap((name) =>
      this.#compareHeader(response.path, name, reply),
    );
    const isEmpty = Object.keys(content).length === 0;
    if (isEmpty && mediaType === '' && body === '') return differences;
    if (!content[mediaType]) return [...differences, `${mediaType} is not described`];
    const isJson = mediaType === problemType || mediaType === 'application/json';
    const schema = pointerTo([...response.path, 'content', mediaType, 'schema']);
    return isJson ? [...differences, ...this.#compareBody(schema, body)] : differences;
  }

  #compareHeader(path: readonly string[], name: string, reply: FastifyReply): string[] {
    const header = this.#find([...path, 'headers', name]);
    if (!header) return [];
    const { required, schema } = header.value as OpenAPIV3_1.HeaderObject;
    const sent = reply.getHeader(name);
    if (sent === undefined) return required ? [`${name} is missing`] : [];
    const value = schema && 'type' in schema && schema.type === 'integer' ? Number(sent) : sent;
    return this.#errors(pointerTo([...header.path, 'schema']), value).map((error) => `${name} ${error}`);
  }

  #compareBody(pointer: string, body: string): string[] {
    try {
      return this.#errors(pointer, JSON.parse(body));
    } catch (error) {
      return [(error as Error).message];
    }
  }

  #errors(pointer: string, value: unknown): string[] {
    this.#compiled ??= compiledOf(this.#document());
    const { ajv, validators } = this.#compiled;
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `${documentId}#${encodeURI(pointer)}` });
    validators.set(pointer, validate);
    if (validate(value)) return [];
    const errors = validate.errors ?? [];
    return errors.map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  /** Returns the part of the document at a path, or what it refers to. */
  #find(path: readonly string[]): { path: readonly string[]; value: unknown } | undefined {
    const value = path.reduce<unknown>(
      (part, name) => (part as Record<string, unknown> | undefined)?.[name],
      this.#document(),
    );
    if (value === undefined) return undefined;
    const reference = (value as { $ref?: string }).$ref;
    return reference === undefined ? { path, value } : this.#find(reference.split('/').slice(1));
  }
}

function compiledOf(document: OpenAPIV3_1.Document): CompiledDocument {
  const key = JSON.stringify(document);
  const compiled = compiledDocuments.get(key) ?? { ajv: ajvWith(document), validators: new Map() };
  compiledDocuments.set(key, compiled);
  return compiled;
}

function ajvWith(document: OpenAPIV3_1.Document): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
  formats.default(ajv);
  // The document is the root of the references in its schemas, but no schema itself.
  ajv.addVocabulary(Object.keys(document));
  return ajv.addSchema(document, documentId, undefined, false);
}

function pointerTo(path: readonly string[]): string {
  return path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
