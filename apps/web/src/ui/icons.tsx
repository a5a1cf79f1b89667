import { icon } from './icon.tsx';

const circle = 'M21 12a9 9 0 10-18 0 9 9 0 0018 0z';

/** Three lines: opens the menu of a phone. */
export const MenuIcon = icon('M4 6h16M4 12h16M4 18h16');

/** Points down: something opens below. */
export const ChevronDownIcon = icon('M6 9l6 6 6-6');

/** Two sliders: opens the settings. */
export const SettingsIcon = icon(
  'M4 8h7M17 8h3M4 16h3M13 16h7M17 8a3 3 0 10-6 0 3 3 0 006 0zM13 16a3 3 0 10-6 0 3 3 0 006 0z',
);

/** Points to the end of the line: the row leads somewhere. */
export const ChevronRightIcon = icon('M9 6l6 6-6 6');

/** A clock: waiting. */
export const ClockIcon = icon(`${circle}M12 7v5l3 2`);

/** An exclamation mark in a circle: needs attention. */
export const AlertIcon = icon(`${circle}M12 7.5v5.5M12 16.5v.01`);

/** A calendar: due on a day. */
export const CalendarIcon = icon(
  'M6 5.5h12a2 2 0 012 2v11a2 2 0 01-2 2H6a2 2 0 01-2-2v-11a2 2 0 012-2zM4 10.5h16M8.5 3v4M15.5 3v4',
);

/** An arrow on its line: on its way. */
export const OnItsWayIcon = icon('M3 12h17M14 6l6 6-6 6');

/** An arrow onto a line: saves a file. */
export const DownloadIcon = icon('M12 4v11M7 10l5 5 5-5M5 20h14');
