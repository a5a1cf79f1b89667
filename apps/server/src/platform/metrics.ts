import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * What a process counts for Prometheus. Labels have few values: names from the code, never an id, address, or path.
 * docs/operations/alerts.yml and dashboard.json use these names.
 */
export const processMetrics = new Registry();

const registers = [processMetrics];

export const limitHits = new Counter({
  name: 'myaccount_limit_hits_total',
  help: 'Requests that a rate limit refused or reported, by limit',
  labelNames: ['limit'],
  registers,
});

export const jobRuns = new Counter({
  name: 'myaccount_job_runs_total',
  help: 'Rounds of background jobs, by job and result (ok, failed)',
  labelNames: ['job_name', 'result'],
  registers,
});

export const jobLastSuccess = new Gauge({
  name: 'myaccount_job_last_success_timestamp_seconds',
  help: 'When a job last ended without an error on this server',
  // Prometheus itself names what it scrapes `job`.
  labelNames: ['job_name'],
  registers,
});

export const processorCallSeconds = new Histogram({
  name: 'myaccount_processor_call_seconds',
  help: 'Time of a charge or an inquiry at a card processor, by outcome',
  labelNames: ['processor', 'call', 'outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60],
  registers,
});

export const mailAttempts = new Counter({
  name: 'myaccount_mail_attempts_total',
  help: 'Attempts to send a mail, by result (sent, retry, refused, expired)',
  labelNames: ['result'],
  registers,
});

export const lookupMisses = new Counter({
  name: 'myaccount_lookup_misses_total',
  help: 'Numbers that were not found, by kind and reason (missing: no lookup; elsewhere: its account has no such row)',
  labelNames: ['kind', 'reason'],
  registers,
});

export const textResults = new Counter({
  name: 'myaccount_texts_total',
  help: 'Texts, by result (sent, delivered, retry, mailed, outdated)',
  labelNames: ['result'],
  registers,
});

export const sessionUses = new Counter({
  name: 'myaccount_session_uses_total',
  help: 'Session uses written in batches, by result (written, dropped)',
  labelNames: ['result'],
  registers,
});

export const pdfSeconds = new Histogram({
  name: 'myaccount_pdf_seconds',
  help: 'Time to make a PDF with the wait for a worker, by result (ok, busy, too-slow, failed)',
  labelNames: ['result'],
  buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

export const pdfsWaiting = new Gauge({
  name: 'myaccount_pdfs_waiting',
  help: 'PDFs that wait for a worker',
  registers,
});

export const pdfsInProgress = new Gauge({
  name: 'myaccount_pdfs_in_progress',
  help: 'PDFs that a worker makes now',
  registers,
});

export const deletedRows = new Counter({
  name: 'myaccount_retention_deleted_rows_total',
  help: 'Rows that the retention job deleted, by table',
  labelNames: ['table'],
  registers,
});
