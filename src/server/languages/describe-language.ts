import type { LanguageFormat } from '#lib/language.ts'

const monthTimes = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 4))

/**
 * How a language writes numbers and dates, in Western digits, as `Intl` does it here. Browsers get this from the
 * server: their own `Intl` may have another version of CLDR, and a page would change while it is hydrated.
 */
export function describeLanguage(tag: string): LanguageFormat | null {
  if (tag === 'en') return null
  const locale = `${tag}-u-nu-latn`
  const parts = new Intl.NumberFormat(locale).formatToParts(123456789.5)
  const groups = parts.filter(({ type }) => type === 'integer').map(({ value }) => value.length)
  const isGrouped = (digits: number) => new Intl.NumberFormat(locale).formatToParts(10 ** (digits - 1)).length > 1
  const long = new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
  const short = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return {
    group: parts.find(({ type }) => type === 'group')?.value ?? '',
    decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
    groupSizes: [groups.at(-1) ?? 3, groups.at(-2) ?? 3],
    groupedDigits: isGrouped(4) ? 4 : 5,
    months: monthTimes.map((time) => monthIn(long, time)),
    shortMonths: monthTimes.map((time) => monthIn(short, time)),
    date: patternOf(long),
    shortDate: patternOf(short),
  }
}

function monthIn(format: Intl.DateTimeFormat, time: number): string {
  return format.formatToParts(time).find(({ type }) => type === 'month')?.value ?? ''
}

/** The pattern of a format's dates, such as `{day}. {month} {year}`. */
function patternOf(format: Intl.DateTimeFormat): string {
  return format
    .formatToParts(monthTimes[0])
    .map(({ type, value }) => (type === 'literal' ? value : `{${type}}`))
    .join('')
}
