/** Values of series by their selector, one a minute, as promtool writes them: `0+6x30` counts up by 6, 30 times. */
export type SeriesValues = Readonly<Record<string, string>>;

/** What makes a rule of docs/operations/alerts.yml fire, and what comes close and must not. */
export interface AlertCase {
  readonly alert: string;
  /** When it is looked at. */
  readonly at?: string;
  /** Labels of the alert besides its severity. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly fires: readonly SeriesValues[];
  readonly quiet: readonly SeriesValues[];
}

const always = (value: number) => `${value}+0x600`;
const perMinute = (count: number) => `0+${count}x600`;
/** A counter that steps at a minute, and stays. */
const steps = (count: number, minute: number) => `0+0x${minute - 1} ${count}+0x600`;
const hourly = Array.from({ length: 10 }, (_, hour) => `${hour}+0x59`).join(' ');
const otherSeries = { 'up{job="myaccount"}': always(1) };

const requests = (status: number) =>
  `http_request_duration_seconds_count{route="/pay",status="${status}",instance="a"}`;
const requestsWithin = (route: string) => (le: string) =>
  `http_request_duration_seconds_bucket{route="${route}",le="${le}"}`;
const jobRuns = (name: string, result: string, instance = 'a') =>
  `myaccount_job_runs_total{job_name="${name}",result="${result}",instance="${instance}"}`;
const calls = (outcome: string) =>
  `myaccount_processor_call_seconds_count{processor="orbital",call="charge",outcome="${outcome}"}`;
const callsWithin = (call: string) => (le: string) =>
  `myaccount_processor_call_seconds_bucket{processor="orbital",call="${call}",le="${le}"}`;
/** Of 100 requests a minute, how many take at most the seconds of a bucket. All take 10 seconds. */
const within = (bucket: (le: string) => string, seconds: string, count: number): SeriesValues => ({
  [bucket(seconds)]: perMinute(count),
  [bucket('10')]: perMinute(100),
  [bucket('+Inf')]: perMinute(100),
});
const oldest = (state: string) => `myaccount_payment_oldest_seconds{state="${state}"}`;
const compared = (processor: string) => `myaccount_processor_compared_seconds{processor="${processor}"}`;
const mails = (result: string) => `myaccount_mail_attempts_total{result="${result}"}`;
const pdfs = (result: string) => `myaccount_pdf_seconds_count{result="${result}"}`;
const hits = (limit: string) => `myaccount_limit_hits_total{limit="${limit}"}`;
const events = (event: string) => `myaccount_events_total{event="${event}"}`;

/** An hourly job that no server runs: it ran once, never since the start, or no server with jobs is there. */
function stopped(alert: string, job: string): AlertCase {
  return {
    alert,
    at: '7h',
    fires: [
      { [jobRuns(job, 'ok')]: steps(1, 31) },
      { [jobRuns(job, 'ok')]: always(0), [jobRuns(job, 'failed')]: hourly },
      otherSeries,
    ],
    quiet: [
      { [jobRuns(job, 'ok')]: hourly },
      { [jobRuns(job, 'ok')]: always(3), [jobRuns(job, 'ok', 'b')]: hourly },
    ],
  };
}

/** A row for every rule. */
export const alertCases: readonly AlertCase[] = [
  {
    alert: 'PortalDown',
    labels: { job: 'myaccount', instance: 'a' },
    fires: [{ 'up{job="myaccount",instance="a"}': '1+0x20 0+0x20' }],
    quiet: [
      { 'up{job="myaccount",instance="a"}': '1+0x27 0 1 0 1+0x20' },
      { 'up{job="other",instance="a"}': always(0) },
    ],
  },
  {
    alert: 'PortalDatabaseDown',
    fires: [{ 'myaccount_database_up{instance="a"}': always(0) }],
    quiet: [
      { 'myaccount_database_up{instance="a"}': always(0), 'myaccount_database_up{instance="b"}': always(1) },
    ],
  },
  {
    alert: 'PortalServerErrors',
    fires: [{ [requests(200)]: perMinute(98), [requests(503)]: perMinute(2) }],
    quiet: [
      { [requests(200)]: perMinute(991), [requests(503)]: perMinute(9) },
      { [requests(200)]: perMinute(10), [requests(404)]: perMinute(90) },
    ],
  },
  {
    alert: 'PortalSlow',
    fires: [within(requestsWithin('/home'), '1', 98)],
    quiet: [within(requestsWithin('/home'), '1', 100), within(requestsWithin('/bill/download'), '1', 1)],
  },
  {
    alert: 'PortalConnectionsExhausted',
    fires: [{ 'myaccount_database_connections_waiting{instance="a"}': always(1) }],
    quiet: [
      { 'myaccount_database_connections_waiting{instance="a"}': '1+0x25 0 1+0x20' },
      { 'myaccount_database_connections_waiting{instance="a"}': always(0) },
    ],
  },
  {
    alert: 'PaymentUnknownTooLong',
    fires: [{ [oldest('UNKNOWN')]: always(301) }, { [oldest('SUBMITTING')]: always(301) }],
    quiet: [{ [oldest('UNKNOWN')]: always(300), [oldest('PENDING')]: always(86_400) }],
  },
  {
    alert: 'PaymentsInManualReview',
    fires: [{ myaccount_payments_manual_review: always(1) }],
    quiet: [{ myaccount_payments_manual_review: always(0) }],
  },
  {
    alert: 'ChargingPaused',
    fires: [{ myaccount_charging_paused: always(1) }],
    quiet: [{ myaccount_charging_paused: '0+0x21 1+0x20' }, { myaccount_charging_paused: always(0) }],
  },
  {
    alert: 'ProcessorRecordsDiffer',
    labels: { processor: 'orbital' },
    fires: [{ 'myaccount_processor_differences{processor="orbital"}': always(1) }],
    quiet: [{ 'myaccount_processor_differences{processor="orbital"}': always(0) }],
  },
  {
    alert: 'ProcessorRecordsNotCompared',
    at: '70m',
    labels: { processor: 'transafe' },
    fires: [
      { [compared('transafe')]: '129601+60x600', [compared('orbital')]: always(0) },
      // Never since it was installed.
      { [compared('orbital')]: always(0) },
    ],
    quiet: [{ [compared('transafe')]: always(129_600) }],
  },
  {
    alert: 'PaymentReconciliationStopped',
    fires: [
      { [jobRuns('payments.reconcile', 'ok')]: '0+6x10 60+0x60' },
      {
        [jobRuns('payments.reconcile', 'ok')]: always(0),
        [jobRuns('payments.reconcile', 'failed')]: perMinute(6),
      },
      otherSeries,
    ],
    quiet: [
      { [jobRuns('payments.reconcile', 'ok')]: perMinute(6) },
      {
        [jobRuns('payments.reconcile', 'ok')]: always(9),
        [jobRuns('payments.reconcile', 'ok', 'b')]: perMinute(6),
      },
    ],
  },
  {
    alert: 'ProcessorFailing',
    labels: { processor: 'orbital' },
    fires: [
      { [calls('accepted')]: perMinute(8), [calls('unknown')]: perMinute(1) },
      { [calls('unavailable')]: perMinute(1) },
    ],
    quiet: [
      { [calls('accepted')]: perMinute(19), [calls('unknown')]: perMinute(2) },
      { [calls('unknown')]: steps(3, 25) },
    ],
  },
  {
    alert: 'ProcessorSlow',
    labels: { processor: 'orbital' },
    fires: [within(callsWithin('charge'), '5', 94)],
    quiet: [within(callsWithin('charge'), '5', 96), within(callsWithin('inquiry'), '5', 1)],
  },
  {
    alert: 'MailNotSent',
    fires: [
      { myaccount_outbox_waiting: always(6), [mails('sent')]: always(10), [mails('retry')]: perMinute(6) },
      { myaccount_outbox_waiting: always(6), [mails('retry')]: perMinute(6) },
    ],
    quiet: [
      { myaccount_outbox_waiting: always(6), [mails('sent')]: perMinute(1) },
      { myaccount_outbox_waiting: always(5), [mails('sent')]: always(10) },
    ],
  },
  {
    alert: 'MailDelayed',
    fires: [{ myaccount_outbox_oldest_seconds: always(3_601) }],
    quiet: [{ myaccount_outbox_oldest_seconds: always(3_600) }],
  },
  {
    alert: 'MailInManualReview',
    at: '70m',
    fires: [{ myaccount_outbox_dead: always(1) }],
    quiet: [{ myaccount_outbox_dead: always(0) }],
  },
  {
    alert: 'JobFailing',
    labels: { job_name: 'hero-discount' },
    fires: [
      // An hourly job is tried three times at once.
      { [jobRuns('hero-discount', 'failed')]: steps(3, 20) },
      { [jobRuns('hero-discount', 'failed')]: perMinute(1), [jobRuns('hero-discount', 'ok')]: perMinute(6) },
    ],
    quiet: [
      { [jobRuns('hero-discount', 'failed')]: steps(2, 20), [jobRuns('hero-discount', 'ok')]: perMinute(6) },
    ],
  },
  stopped('RetentionStopped', 'retention.delete-expired'),
  stopped('MetricsStopped', 'metrics.roll-up'),
  {
    alert: 'PdfsUnavailable',
    fires: [{ [pdfs('failed')]: perMinute(1), [pdfs('ok')]: perMinute(9) }],
    quiet: [{ [pdfs('failed')]: steps(9, 20), [pdfs('ok')]: perMinute(9) }],
  },
  {
    alert: 'SignInAlarm',
    fires: [{ [hits('login-codes-total')]: steps(1, 25) }, { [hits('login-failures-total')]: steps(1, 25) }],
    quiet: [{ [hits('login-codes')]: perMinute(9), [hits('login-codes-total')]: always(3) }],
  },
  {
    alert: 'SignInsFailing',
    fires: [{ [events('login.failure')]: perMinute(20), [events('login.success')]: perMinute(9) }],
    quiet: [
      { [events('login.failure')]: perMinute(20), [events('login.success')]: perMinute(11) },
      { [events('login.failure')]: perMinute(13), [events('login.success')]: always(0) },
    ],
  },
  {
    alert: 'LimitsHitOften',
    labels: { limit: 'login-codes' },
    fires: [{ [hits('login-codes')]: perMinute(40) }],
    quiet: [{ [hits('login-codes')]: perMinute(30), [hits('login-codes-total')]: perMinute(40) }],
  },
];
