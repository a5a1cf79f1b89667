import { describe, expect, test } from 'vitest';
import { summaryOf } from './trace-statements.ts';
import { isTracingOn } from './tracing.ts';

describe('when traces are sent', () => {
  test.each([
    [{}, false],
    [{ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c:4318/v1/traces' }, true],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_TRACES_EXPORTER: 'none' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_SDK_DISABLED: 'true' }, false],
  ])('%j: %s', (environment, isOn) => {
    expect(isTracingOn(environment)).toBe(isOn);
  });
});

test.each([
  ['select "s"."id" from "session" as "s" where "token_hash" = $1', 'SELECT session'],
  ['\n  insert into "outbox" ("id") values ($1)', 'INSERT outbox'],
  ['update payment set state = $1', 'UPDATE payment'],
  ['with "due" as (select "id" from "session" where true) update x', 'WITH session'],
  ['BEGIN', 'BEGIN'],
  ["select 'ann@example.com'", 'SELECT'],
])('a statement is named by its first word and table: %s', (text, summary) => {
  expect(summaryOf(text)).toBe(summary);
});
