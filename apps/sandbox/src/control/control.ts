/** An outside service whose behaviour can be switched as a whole. */
export const CONTROLLED_SERVICES = ['transafe', 'orbital', 'smtp'] as const;
export type ControlledService = (typeof CONTROLLED_SERVICES)[number];

/**
 * `down` refuses, `black-hole` takes the request and never answers nor acts on it, `lose-answers` acts and cuts
 * the connection, `slow` acts and answers late.
 */
export const MODES = ['normal', 'down', 'black-hole', 'lose-answers', 'slow'] as const;
export type Mode = (typeof MODES)[number];

export interface ModeSetting {
  mode: Mode;
  delayMs: number;
  /** How many calls it still holds for; null: until it is changed. */
  calls: number | null;
}

const NORMAL: ModeSetting = { mode: 'normal', delayMs: 0, calls: null };

export type Control = ReturnType<typeof createControl>;

/** The switchboard of the outside world; it forgets everything at a restart. */
export function createControl() {
  const settings = new Map<ControlledService, ModeSetting>();
  const current = (service: ControlledService) => settings.get(service) ?? NORMAL;
  return {
    set: (service: ControlledService, setting: ModeSetting) => {
      settings.set(service, setting);
    },
    reset: () => settings.clear(),
    read: () => CONTROLLED_SERVICES.map((service) => ({ processor: service, ...current(service) })),
    /** The mode for one call that comes in now, which it counts. */
    take(service: ControlledService): ModeSetting {
      const setting = current(service);
      if (setting.calls === null) return setting;
      if (setting.calls <= 1) settings.delete(service);
      else settings.set(service, { ...setting, calls: setting.calls - 1 });
      return setting;
    },
  };
}
