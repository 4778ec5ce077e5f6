/** Spans and points of time in words. */

import { language } from "../place";
import type { CardEntry } from "./entries";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DAYS_IN_MONTH = 365 / 12;

const locale = () => (language() === "zh" ? "zh-CN" : "en-GB");

/** How long until a card comes again, like "10 min" or "2.5 months". */
export function intervalOf(entry: CardEntry, now: Date): string {
  const days = entry.scheduled_days;
  if (days === 0) {
    const minutes = Math.max(1, Math.round((Date.parse(entry.due) - now.getTime()) / MINUTE));
    return amount(minutes, "minute", "short");
  }
  if (days < 31) return amount(days, "day");
  if (days < 365) return amount(days / DAYS_IN_MONTH, "month");
  return amount(days / 365, "year");
}

function amount(value: number, unit: string, unitDisplay: "short" | "long" = "long"): string {
  const options = { style: "unit", unit, unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale(), options).format(value);
}

/** A time of today, tomorrow, or a date; with the year if it is not this one. */
export function timeOf(at: Date, now: Date): string {
  const days = Math.round((midnight(at) - midnight(now)) / DAY); // a day may have 23 or 25 hours
  if (days <= 0) return at.toLocaleTimeString(locale(), { timeStyle: "short" });
  if (days === 1)
    return new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(1, "day");
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return at.toLocaleDateString(locale(), { day: "numeric", month: "long", ...year });
}

function midnight(time: Date): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
