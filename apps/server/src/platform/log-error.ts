/** Further fields that a line shows. Others may quote values: PostgreSQL's `detail`, nodemailer's `response`. */
const shownFields = ['code', 'syscall', 'constraint', 'table', 'column'] as const;
const emailAddress = /[^\s<>()"'`,;:=/]+@[^\s<>()"'`,;:=/@]+\.\p{L}[\p{L}\p{M}\p{N}_-]+/gu;
const maximumDepth = 3;

/** Returns an error for the log, without e-mail addresses. */
export function logError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return withoutAddresses(String(error));
  const known = error as Error & Readonly<Record<string, unknown>>;
  const shown = shownFields.filter((field) => known[field] !== undefined);
  const inner = error instanceof AggregateError ? error.errors : [];
  return {
    type: error.name,
    message: withoutAddresses(error.message),
    stack: withoutAddresses(error.stack ?? ''),
    ...Object.fromEntries(shown.map((field) => [field, known[field]])),
    ...(error.cause !== undefined && depth < maximumDepth ? { cause: logError(error.cause, depth + 1) } : {}),
    ...(inner.length > 0 && depth < maximumDepth
      ? { errors: inner.map((each) => logError(each, depth + 1)) }
      : {}),
  };
}

function withoutAddresses(text: string): string {
  return text.replace(emailAddress, '<address>');
}
