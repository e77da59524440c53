import { currentLanguage } from './language.ts'

/** As wide as a plus sign; a hyphen reads as a dash. */
const minus = '−'

/** Formats a number, such as `12,204` or `−3` in English. Avoids `Intl`, whose first use delays the page. */
export function formatNumber(value: number): string {
  const { format } = currentLanguage()
  if (!format)
    return String(value)
      .replace('-', minus)
      .replace(/\B(?=(?:\d{3}){1,7}$)/g, ',')
  const [, sign, digits = '', decimals] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? []
  if (sign === undefined) return String(value)
  const [last, before] = format.groupSizes
  const groups = [digits.slice(-last)]
  for (let end = digits.length - last; end > 0; end -= before)
    groups.unshift(digits.slice(Math.max(0, end - before), end))
  const whole = digits.length < format.groupedDigits ? digits : groups.join(format.group)
  return `${sign && minus}${whole}${decimals ? format.decimal + decimals : ''}`
}

/**
 * Formats a count with its noun, such as `1 prompt` or `12,204 prompts`. `many`: the plural, if it isn't `one` with an
 * s.
 */
export function pluralize(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`
}
