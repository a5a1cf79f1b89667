import { isLoopbackUrl } from '../platform/address-settings.ts';
import type { Config } from '../platform/platform-settings.ts';

/** Every host of a vendor is live, except its test hosts. Other services have one host for all, or one of the operator's own. */
const vendors: readonly { readonly host: RegExp; readonly test: RegExp }[] = [
  { host: /(^|\.)transafe\.com$/, test: /(^|\.)test\.transafe\.com$/ },
  { host: /(^|\.)(chase)?paymentech\.(com|net)$/, test: /^orbitalvar[12]\.chasepaymentech\.com$/ },
  { host: /(^|\.)hostedpaymentservice\.net$/, test: /^chase-var\.hostedpaymentservice\.net$/ },
  { host: /(^|\.)chasepaymentechhostedpay(-var)?\.com$/, test: /-var\.com$/ },
  { host: /(^|\.)twilio\.com$/, test: /^api\.twilio\.com$/ },
];
/** Twilio's test and live accounts have one host. Only test credentials, which send nothing, may send from this number. */
const testSender = '+15005550006';

/** Returns the address of each service that is set up. */
const urlsOf = ({ transafe, orbital, chaseForm, transafeFrameUrl, mail, ...config }: Config) => ({
  'card-frame': transafeFrameUrl,
  transafe: transafe.url,
  'card-form': chaseForm.url,
  orbital: orbital.url,
  'verify-pass': config.verifyPass?.url,
  'field-service': config.fieldService?.url,
  gotransverse: config.billing?.url,
  twilio: config.twilio?.url,
  auth0: config.auth0?.url,
  smtp: mail.smtpUrl,
});

export type ProbedService = keyof ReturnType<typeof urlsOf>;

/** Returns why services must not be called: live hosts, and unknown ones that are not on this machine and that nobody named. */
export function hostRefusals(config: Config, only: readonly string[], named: readonly string[]): string[] {
  return Object.entries(urlsOf(config)).flatMap(([service, url]) => {
    if (!url || !only.includes(service)) return [];
    // A dot at the end of a host changes nothing.
    const host = new URL(url).hostname.replace(/\.$/, '');
    const vendor = vendors.find((each) => each.host.test(host));
    const isTest = vendor?.test.test(host) && (service !== 'twilio' || config.twilio?.from === testSender);
    if (vendor) return isTest ? [] : [`${service}: ${host} is live.`];
    if (isLoopbackUrl(url) || named.includes(host)) return [];
    return [`${service}: ${host} is unknown. If nothing there is real, name it: --test-host ${host}`];
  });
}
