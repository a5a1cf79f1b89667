import type { Clock } from '@myaccount/clock';
import type { Services } from '../gateways/open-services.ts';
import type { FigureSource } from '../platform/database/database-metrics.ts';
import type { Endpoints } from '../platform/http/endpoints.ts';
import type { ServiceState } from '../platform/http/health.ts';
import type { Tags } from '../platform/http/openapi-document.ts';
import type { IdTokens } from '../platform/id-token.ts';
import type { Job } from '../platform/jobs/job.ts';
import type { OpenPortal } from '../platform/open-portal.ts';
import type { MailTemplate } from '../platform/outbox/deliver.ts';
import type { PdfDownloads } from '../platform/pdf/pdf-downloads.ts';
import type { Config } from '../platform/platform-settings.ts';
import type { Portal } from '../platform/portal.ts';
import type { SettingsReader } from '../platform/settings.ts';

/** A portal that can charge. */
export type PayingPortal = Portal & Pick<Services, 'processors'>;

/** A portal with every service that a feature's calls and jobs use. One per server. */
export interface ServingPortal extends Portal, Services {
  /** The connections under `db`, for what an import writes. */
  readonly pool: OpenPortal['pool'];
  readonly idTokens: IdTokens;
  readonly pdfs: PdfDownloads;
  /** Sends a message at once instead of in the outbox's next round. */
  readonly deliver: (messageId: string) => Promise<void>;
  /** Returns whether the mail server takes mails now. */
  readonly checkMail: () => Promise<ServiceState>;
}

/** What a feature brings to a server. `features.ts` lists them. */
export interface Feature {
  /** Reads its settings, which it also adds to {@link Config}. */
  readonly settings?: (read: SettingsReader) => Partial<Config>;
  /** What its calls are for, by their `feature` in the contract. The OpenAPI document groups calls by it. */
  readonly tags?: Tags;
  /** Registers its calls, and callbacks of outside services. Not with ROLE=jobs. */
  readonly routes?: (endpoints: Endpoints, portal: ServingPortal) => void | Promise<void>;
  /** Returns its background work. */
  readonly jobs?: (portal: ServingPortal) => readonly Job[];
  /** Its mails by their template name in the outbox. */
  readonly mails?: Readonly<Record<string, MailTemplate>>;
  /** Returns its figures for Prometheus. */
  readonly figures?: (clock: Clock) => FigureSource;
}
