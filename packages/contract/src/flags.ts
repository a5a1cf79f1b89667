/** Switches of the portal with their defaults (CONFIG-1, CONFIG-2); an operator may change each by a setting. */
export const flagDefaults = {
  recurringPayments: false,
  heroDiscount: true,
  customLoginFlow: true,
  languageDropdown: true,
  billingRefresh: true,
  mobileLoginBanner: true,
  downtimeBanner: false,
  cardProcessorPayments: true,
  requestTimeoutEnabled: false,
} as const;

export type FlagName = keyof typeof flagDefaults;
export type Flags = Record<FlagName, boolean>;
