import type {
  AccountStatus,
  AccountType,
  AddressType,
  BillType,
  DiscountType,
  NotificationPreference,
  Role,
} from '@myaccount/contract/accounts';
import type { Language } from '@myaccount/contract/languages';
import type { LoginMethod } from '@myaccount/contract/login';
import type { Generated } from 'kysely';
import type { ReadOnly, WithDefault } from './column.ts';

export interface PlanTable {
  id: string;
  name: string;
  name_es: string | null;
  monthly_price_cents: number;
  download_mbps: number;
  upload_mbps: number;
}

export interface CustomerTable {
  id: Generated<string>;
  customer_number: string;
  first_name: string;
  last_name: string;
  email_address: string | null;
  phone_number: string | null;
  date_of_birth: string | null;
  language: WithDefault<Language>;
  version: WithDefault<number>;
}

export interface AccountTable {
  id: Generated<string>;
  account_number: string;
  customer_id: string;
  account_type: AccountType;
  status: AccountStatus;
  business_name: string | null;
  bill_type: BillType;
  cycle_day: number;
  plan_id: string;
  monthly_price_cents: number;
  ach_enabled: WithDefault<boolean>;
  notification_preference: WithDefault<NotificationPreference>;
  service_since: string | null;
  pin_sealed: Buffer | null;
  pin_key_id: string | null;
  pending_charges_cents: WithDefault<number>;
  balance_cents: ReadOnly<number>;
  version: WithDefault<number>;
}

export interface AddressTable {
  account_id: string;
  address_type: AddressType;
  street_nr_first: string;
  street_nr_last: string;
  street_name: string;
  city: string;
  state: string;
  country: string;
  post_code: string;
  version: WithDefault<number>;
}

export interface DiscountTable {
  account_id: string;
  discount_type: DiscountType;
  is_applied: boolean;
  is_eligible: boolean;
  eligible_date: string | null;
  applied_at: WithDefault<Date | null>;
  registered_at: WithDefault<Date | null>;
}

export interface HeroApplicationTable {
  account_id: string;
  id: Generated<string>;
  login_id: string;
  email_address: string;
  requested_at: Date;
}

export interface LoginTable {
  id: Generated<string>;
  email_address: string;
  given_name: string | null;
  nickname: string | null;
  language: Language | null;
  import_address: WithDefault<string | null>;
}

export interface EmailChangeTable {
  account_id: string;
  login_id: string;
  email_address: string;
  challenge_hash: Buffer;
  requested_at: Date;
  expires_at: Date;
}

export interface LoginAccountTable {
  login_id: string;
  account_id: string;
  role: Role;
}

export interface LoginThrottleTable {
  address_hmac: Buffer;
  failures: WithDefault<number>;
  reset_at: Date | null;
  shared_link_hmac: Buffer | null;
  shared_link_sent_at: Date | null;
  service_challenge_hash: Buffer | null;
  expires_at: Date;
}

export interface LoginBrowserTable {
  id: Generated<string>;
  mark_hash: Buffer;
  login_id: string;
  failures: WithDefault<number>;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
}

export interface LoginChallengeTable {
  id: Generated<string>;
  challenge_hash: Buffer;
  address_hmac: Buffer;
  login_id: string | null;
  browser_id: string | null;
  method: LoginMethod;
  secret_hmac: Buffer;
  key_id: string;
  sent_at: Date;
  expires_at: Date;
  attempts: WithDefault<number>;
  attempted_at: Date | null;
  shared_attempts: WithDefault<number>;
  used_at: Date | null;
}

export interface SessionTable {
  id: Generated<string>;
  token_hash: Buffer;
  login_id: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  client_address: string;
  user_agent: string;
  confirmed_at: WithDefault<Date | null>;
}
