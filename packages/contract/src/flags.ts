/** Switches of the portal with their defaults (CONFIG-1). `FLAG_LANGUAGE_DROPDOWN=false` turns one off. */
export const flagDefaults = {
  heroDiscount: true,
  customLoginFlow: true,
  languageDropdown: true,
  billingRefresh: true,
  menuBillingRefresh: true,
  menuMetrics: true,
  mobileLoginBanner: true,
  downtimeBanner: false,
  requestTimeoutEnabled: false,
  recurringPayments: false,
  cardProcessorPayments: true,
} as const;

export type FlagName = keyof typeof flagDefaults;
export type Flags = Record<FlagName, boolean>;
